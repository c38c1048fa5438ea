/**
 * Makes the package's README, without the animation. VS Code's page for the extension shows only pictures from the web,
 * and the project has no known web address.
 */
const picture = /^!\[[^\]]*\]\(media\/minute\.webp\)\n\n/m;

export function packedReadme(readme) {
  if (!picture.test(readme)) throw new Error("README.md does not show media/minute.webp.");
  return readme.replace(picture, "");
}
