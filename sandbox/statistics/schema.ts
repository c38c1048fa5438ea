/** Tables of statistics; times are milliseconds of the service's clock. */
export const statisticsSchema = ``;
