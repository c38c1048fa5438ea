/** Tables of the archive; times are milliseconds of the service's clock. */
export const archiveSchema = ``;
