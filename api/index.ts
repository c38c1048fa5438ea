/** The door of the api room: what the service says on the wire. */
export * from "./connection.ts";
export * from "./catalogFile.ts";
export * from "./error.ts";
export * from "./operations.ts";
export type * from "./operation.ts";
export type * from "./client.ts";
export type * from "./ticket.ts";
