/** Tables of companies, clients and their tokens. */
export const signInSchema = `
CREATE TABLE IF NOT EXISTS company (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS client (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, scope TEXT NOT NULL, company TEXT REFERENCES company
) STRICT;
CREATE TABLE IF NOT EXISTS token (
  hash TEXT PRIMARY KEY, client TEXT NOT NULL REFERENCES client, scope TEXT NOT NULL, expiresAt INTEGER NOT NULL
) STRICT;
`;
