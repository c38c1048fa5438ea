/** Asks for a Smartform: one that the service lists, or any other by its id, such as an inactive one. */
import * as l10n from "@vscode/l10n";
import { isApiError } from "../../api/index.ts";
import type { Api, Environment } from "../../api/index.ts";
import { emptyIdProblem } from "../window/idModel.ts";
import { window } from "../window/window.ts";

interface PickedSmartform {
  readonly id: string;
  /** Empty if the person typed the id. */
  readonly name: string;
}

interface Pick {
  readonly title: string;
  readonly placeHolder: string;
  readonly environment: Environment | undefined;
}

/** Undefined if the person cancelled. */
export async function pickSmartform(
  api: Api,
  { title, placeHolder, environment }: Pick,
): Promise<PickedSmartform | undefined> {
  const byId = { icon: "edit", label: l10n.t("Another Smartform, by its id…"), smartform: undefined };
  const listed = api.call("forms.active", environment ? { environment } : {}).then(
    (smartforms) => [
      ...smartforms.map(({ id, name }) => ({ label: name, description: id, smartform: { id, name } })),
      byId,
    ],
    (error: unknown) => {
      if (!isApiError(error)) throw error;
      return [{ ...byId, detail: l10n.t("The Smartforms could not be listed.") }];
    },
  );
  const picked = await window.showQuickPick(listed, { title, placeHolder, matchOnDescription: true });
  if (picked === undefined || picked.smartform !== undefined) return picked?.smartform;
  const id = (
    await window.showInputBox({ title, prompt: l10n.t("Id of the Smartform"), validateInput: emptyIdProblem })
  )?.trim();
  return id === undefined ? undefined : { id, name: "" };
}
