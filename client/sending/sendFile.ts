/** The port through which other features send a request file. */
import type * as vscode from "vscode";
import type { Owner } from "../connections/ownerModel.ts";
import type { KeptDistribution } from "./distributionJournal.ts";

export interface SendOptions {
  /** Distributes the document that the request names, even if the request asks for something other than a distribution. */
  readonly distributes?: boolean;
  /** Repeats a distribution whose outcome is unknown, under the same GUID and in the same environment. */
  readonly kept?: KeptDistribution;
  /**
   * The service and client for which the person chose the file. They are kept because the window may have switched to
   * another connection in the meantime.
   */
  readonly owner: Owner;
}

/** Sends one request per file at a time. */
export type SendFile = (document: vscode.TextDocument, options: SendOptions) => Promise<void>;
