/** A picture of a package, built into the page as a data address. */
declare module "*.svg" {
  const address: string;
  export default address;
}
