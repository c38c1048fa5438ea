/** The door to tickets, apart from the others: the import rule lets through only the places where a person confirms. */
export { grantTicket } from "./http/ticket.ts";
