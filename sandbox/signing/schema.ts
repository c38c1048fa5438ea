/** Tables of digital signing; times are milliseconds of the service's clock. */
export const signingSchema = ``;
