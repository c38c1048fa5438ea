/**
 * The words of the consent dialog. What cannot be undone and every receiver come first; operation, host, connection and
 * environment follow. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { visible } from "../../language/index.ts";

interface ConsentFacts {
  readonly host: string;
  readonly connection: string;
  readonly sandbox: boolean;
  readonly environment: string | undefined;
  readonly environmentGroup?: string | undefined;
  /**
   * Whether the call takes an environment. `shared`: a call of the Text Library, which all environments share. `none`:
   * any other call without an environment, such as a call that takes only an id.
   */
  readonly environments: "takes one" | "shared" | "none";
  /** The operation's name in the table: "delete the text". */
  readonly what: string;
  readonly receivers: readonly string[];
  /** One line each. */
  readonly consequences: readonly string[];
}

export function consentDetail({
  host,
  connection,
  sandbox,
  environment,
  environmentGroup,
  environments,
  what,
  receivers,
  consequences,
}: ConsentFacts): string {
  const where = {
    "takes one": environment ?? l10n.t("none (the saved draft)"),
    shared: l10n.t("shared by all environments"),
    none: l10n.t("not part of this call"),
  }[environments];
  return [
    ...consequences.map(visible),
    ...(receivers.length > 0
      ? [l10n.t("Receivers ({0}):", receivers.length), ...receivers.map((receiver) => `  ${visible(receiver)}`)]
      : []),
    "",
    l10n.t("Operation: {0}", what),
    sandbox ? l10n.t("Host: {0} (sandbox on this computer)", host) : l10n.t("Host: {0}", host),
    l10n.t("Connection: {0}", visible(connection)),
    l10n.t("Environment: {0}", where),
    ...(environmentGroup === undefined ? [] : [l10n.t("Environment group: {0}", visible(environmentGroup))]),
  ].join("\n");
}
