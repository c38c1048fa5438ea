/** The door to tickets, separate from the main door: the import rule admits only the places where a person confirms. */
export { grantTicket } from "./http/ticket.ts";
