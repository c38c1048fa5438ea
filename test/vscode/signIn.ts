/** Connects a window to a sandbox. */
import type { Visit } from "../sandbox/visit.ts";
import { libraryItem } from "./library.ts";
import { dialog } from "./messages.ts";
import { answer, pick, quickInput } from "./palette.ts";
import { openView } from "./sideBar.ts";
import type { Workbench } from "./workbench.ts";

/** Connects to the window's own sandbox, and waits for its library. */
export async function useSandbox(workbench: Workbench): Promise<void> {
  await openView(workbench, "Smartform");
  await workbench.page.getByRole("button", { name: "Use the Sandbox" }).first().click();
  await libraryItem(workbench, "Folder Claims").waitFor();
}

/**
 * Signs in to the sandbox with the wizard, under the name of a new or a signed-out connection. Waits until the library
 * shows the folder.
 */
export async function signIn(
  workbench: Workbench,
  service: Visit,
  options: { readonly name: string; readonly folder: string },
): Promise<void> {
  const { clientId, clientSecret } = service.client("standard");
  const { authUrl, formsApiUrl, formsAppUrl } = service.ready;
  await openView(workbench, "Smartform");
  await workbench.page.getByRole("button", { name: "Sign In to a Service" }).first().click();
  const answers = [
    ["Name of the connection", options.name],
    ["Address of the token service", authUrl],
    ["Address of the forms API", formsApiUrl],
    ["Address of the forms application", formsAppUrl],
    ["Client id", clientId],
    ["Client secret", clientSecret],
  ] as const;
  const signedOut = "Connections that you are signed out of";
  await quickInput(workbench)
    .getByText(answers[0][0])
    .or(quickInput(workbench).getByPlaceholder(signedOut))
    .first()
    .waitFor();
  const isKnown = await quickInput(workbench).getByPlaceholder(signedOut).isVisible();
  if (isKnown) await pick(workbench, options.name);
  for (const [prompt, value] of isKnown ? answers.slice(-1) : answers) {
    await quickInput(workbench).getByText(prompt).waitFor();
    await answer(workbench, value);
  }
  await dialog(workbench).getByRole("button", { name: "Save the Connection" }).click();
  await libraryItem(workbench, `Folder ${options.folder}`).waitFor();
}

/**
 * Returns a connection to the sandbox with the addresses of all its services, in the form of the user's settings
 * (`smartform.connections`).
 */
export function profileOf({ ready, client }: Visit, name: string): Readonly<Record<string, string>> {
  const {
    authUrl,
    formsApiUrl,
    formsAppUrl,
    auditApiUrl,
    statisticsApiUrl,
    signingApiUrl,
    archiveApiUrl,
    documentsApiUrl,
  } = ready;
  return {
    name,
    clientId: client("standard").clientId,
    authUrl,
    formsApiUrl,
    formsAppUrl,
    auditApiUrl,
    statisticsApiUrl,
    signingApiUrl,
    archiveApiUrl,
    documentsApiUrl,
  };
}
