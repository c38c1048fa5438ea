/**
 * Makes the README of the package: without the moving picture, which VS Code's page of the extension could not show.
 * That page shows only pictures from the web, and the project has no known web address.
 */
const picture = /^!\[[^\]]*\]\(media\/minute\.webp\)\n\n/m;

export function packedReadme(readme) {
  if (!picture.test(readme)) throw new Error("README.md does not show media/minute.webp.");
  return readme.replace(picture, "");
}
