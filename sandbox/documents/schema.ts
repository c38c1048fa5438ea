/** Tables of the document editor, its store and its distribution; times are milliseconds of the service's clock. */
export const documentsSchema = ``;
