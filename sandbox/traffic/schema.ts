/** Tables of what came in and of what would have gone out. */
export const trafficSchema = `
CREATE TABLE IF NOT EXISTS outbox (number INTEGER PRIMARY KEY, itemJson TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS ledger (number INTEGER PRIMARY KEY, itemJson TEXT NOT NULL) STRICT;
`;
