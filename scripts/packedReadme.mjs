/**
 * README as the package has it: without its moving picture, which VS Code's page of the extension could not show. That
 * page shows pictures from the web only, and no web address is known.
 */
const picture = /^!\[[^\]]*\]\(media\/minute\.webp\)\n\n/m;

export function packedReadme(readme) {
  if (!picture.test(readme)) throw new Error("README.md does not show media/minute.webp.");
  return readme.replace(picture, "");
}
