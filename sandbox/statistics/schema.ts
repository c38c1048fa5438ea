/**
 * Tables of statistics; `at` is the start of the row's hour or day, or the row's moment, in milliseconds of the
 * service's clock. An empty text means no value.
 */
export const statisticsSchema = `
CREATE TABLE IF NOT EXISTS statistic (
  company TEXT NOT NULL REFERENCES company, at INTEGER NOT NULL, per TEXT NOT NULL, event TEXT NOT NULL,
  system TEXT NOT NULL, template TEXT NOT NULL,
  source TEXT NOT NULL, distribution TEXT NOT NULL, environment TEXT NOT NULL, area TEXT NOT NULL,
  eventDetail TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (company, at, per, event, system, template, source, distribution, environment, area, eventDetail)
) STRICT, WITHOUT ROWID;
`;
