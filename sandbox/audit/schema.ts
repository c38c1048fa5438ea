/** Tables of audit; times are milliseconds of the service's clock. */
export const auditSchema = ``;
