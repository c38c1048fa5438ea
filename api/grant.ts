/**
 * The door to tickets. It is separate from the main door, so that an import rule can admit only the place where a
 * person confirms.
 */
export { grantTicket } from "./http/ticket.ts";
