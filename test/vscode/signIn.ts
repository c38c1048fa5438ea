/** Connects a window to a sandbox. */
import type { Visit } from "../sandbox/visit.ts";
import { libraryItem } from "./library.ts";
import { dialog } from "./messages.ts";
import { answer, asks, pick, quickInput } from "./palette.ts";
import { addConnection, connectionsOf } from "./settings.ts";
import type { Connection } from "./settings.ts";
import { openView } from "./sideBar.ts";
import type { Workbench } from "./workbench.ts";

/** Connects to the window's own sandbox, and waits for its library. */
export async function useSandbox(workbench: Workbench): Promise<void> {
  await openView(workbench, "Smartform");
  await workbench.page.getByRole("button", { name: "Use the Sandbox" }).first().click();
  await libraryItem(workbench, "Folder Claims").waitFor();
}

/**
 * Signs in to the sandbox with its secret. If the user's settings lack the connection, it is added there first, because
 * that is much faster than the wizard. Waits until the library shows the folder.
 */
export async function signIn(
  workbench: Workbench,
  service: Visit,
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<void> {
  if (!(await connectionsOf(workbench)).includes(name)) await addConnection(workbench, addressesOf(service, name));
  await startSignIn(workbench);
  await asks(workbench, "Connections that you are signed out of");
  await pick(workbench, name);
  await finishSignIn(workbench, [["Client secret", service.client("standard").clientSecret]], folder);
}

/** Signs in to the sandbox as for the first time: the wizard asks for everything. Otherwise like `signIn`. */
export async function signInWithWizard(
  workbench: Workbench,
  service: Visit,
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<void> {
  const { authUrl, formsApiUrl, formsAppUrl } = service.ready;
  const { clientId, clientSecret } = service.client("standard");
  await startSignIn(workbench);
  const answers = [
    ["Name of the connection", name],
    ["Address of the token service", authUrl],
    ["Address of the forms API", formsApiUrl],
    ["Address of the forms application", formsAppUrl],
    ["Client id", clientId],
    ["Client secret", clientSecret],
  ] as const;
  await finishSignIn(workbench, answers, folder);
}

async function startSignIn(workbench: Workbench): Promise<void> {
  await openView(workbench, "Smartform");
  await workbench.page.getByRole("button", { name: "Sign In to a Service" }).first().click();
}

async function finishSignIn(
  workbench: Workbench,
  answers: readonly (readonly [prompt: string, value: string])[],
  folder: string,
): Promise<void> {
  for (const [prompt, value] of answers) {
    await quickInput(workbench).getByText(prompt).waitFor();
    await answer(workbench, value);
  }
  await dialog(workbench).getByRole("button", { name: "Save the Connection" }).click();
  await libraryItem(workbench, `Folder ${folder}`).waitFor();
}

/** Returns a connection for the forms API alone, in the form of the user's settings (`smartform.connections`). */
function addressesOf({ ready, client }: Visit, name: string): Connection {
  const { authUrl, formsApiUrl, formsAppUrl } = ready;
  return { name, clientId: client("standard").clientId, authUrl, formsApiUrl, formsAppUrl };
}

/**
 * Returns a connection to the sandbox with the addresses of all its services, in the form of the user's settings
 * (`smartform.connections`).
 */
export function profileOf(service: Visit, name: string): Connection {
  const { auditApiUrl, statisticsApiUrl, signingApiUrl, archiveApiUrl, documentsApiUrl } = service.ready;
  return {
    ...addressesOf(service, name),
    auditApiUrl,
    statisticsApiUrl,
    signingApiUrl,
    archiveApiUrl,
    documentsApiUrl,
  };
}
