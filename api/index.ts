/** The door of the api room: what the service says on the wire. Tickets have a door of their own, `grant.ts`. */
export * from "./connection.ts";
export * from "./catalogFile.ts";
export * from "./documentData.ts";
export * from "./error.ts";
export * from "./explain.ts";
export * from "./operations.ts";
export * from "./search.ts";
export * from "./variables.ts";
export { searchFields } from "./operations/archive.ts";
export type { SearchField } from "./operations/archive.ts";
export { isBase64 } from "./operations/schema.ts";
export { createApi } from "./http/createApi.ts";
export { placeOfFile } from "./http/payload.ts";
export type { Files } from "./http/payload.ts";
export type * from "./operation.ts";
export type * from "./client.ts";
export type { Intent, Ticket } from "./ticket.ts";
