/** A picture from a package, bundled into the page as a data URI. */
declare module "*.svg" {
  const address: string;
  export default address;
}
