/** The table of distribution; times are milliseconds of the service's clock. */
export const distributionSchema = `
CREATE TABLE IF NOT EXISTS distribution (
  correlationId TEXT PRIMARY KEY, company TEXT NOT NULL REFERENCES company, environment TEXT NOT NULL, externalId TEXT,
  documentHash TEXT NOT NULL, id TEXT, kind TEXT NOT NULL,
  receiver TEXT NOT NULL, jobId INTEGER, docId INTEGER, notificationReady INTEGER NOT NULL, requests INTEGER NOT NULL,
  createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS distributionByExternalId ON distribution (company, environment, externalId);
`;
