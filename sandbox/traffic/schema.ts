/** Tables of incoming requests and of what would have been sent. */
export const trafficSchema = `
CREATE TABLE IF NOT EXISTS outbox (number INTEGER PRIMARY KEY, itemJson TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS ledger (number INTEGER PRIMARY KEY, itemJson TEXT NOT NULL) STRICT;
`;
