/**
 * Tables of the document store. The columns of a document are stored as `c1`, `c2` and so on, so that the database has
 * an index for each of them, whatever its name is.
 */

/** The number of columns that all folders of a company can have together. */
export const places = 6;

const numbered = Array.from({ length: places }, (_, index) => `c${index + 1}`);

export const storeSchema = `
CREATE TABLE IF NOT EXISTS storeFolder (
  company TEXT NOT NULL REFERENCES company, name TEXT NOT NULL, metaFile TEXT NOT NULL, columnsJson TEXT NOT NULL,
  PRIMARY KEY (company, name)
) STRICT;
CREATE TABLE IF NOT EXISTS storedDocument (
  number INTEGER PRIMARY KEY, company TEXT NOT NULL REFERENCES company, environment TEXT NOT NULL,
  jobId INTEGER NOT NULL, docId INTEGER NOT NULL,
  hasHtml INTEGER NOT NULL, createdAt INTEGER NOT NULL, ${numbered.map((name) => `${name} ANY`).join(", ")},
  UNIQUE (jobId, docId)
) STRICT;
${numbered.map((name) => `CREATE INDEX IF NOT EXISTS storedDocumentBy_${name} ON storedDocument (company, environment, ${name});`).join("\n")}
CREATE TABLE IF NOT EXISTS storedDxml (
  document INTEGER PRIMARY KEY REFERENCES storedDocument ON DELETE CASCADE, dxml TEXT NOT NULL
) STRICT;
`;
