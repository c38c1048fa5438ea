/** Sign-in: asks for name, addresses, client id and secret, tests them, and keeps them where they belong. */
import * as vscode from "vscode";
import { environments, explain, isApiError, type Environment } from "../../api/index.ts";
import { registerCommand } from "../commands.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { addressProblem, nameProblem, normalAddress, reachedWords, sandboxName, type Profile } from "./connectionsModel.ts";

/** One box of the sign-in. `key` is where its answer goes. */
interface Step {
  readonly key: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** Leaving it empty is an answer. */
  readonly optional?: boolean;
  readonly problem: (value: string) => string | undefined;
}

export function registerConnectionCommands({ connections, log }: Pick<Services, "connections" | "log">): vscode.Disposable {
  async function signIn(): Promise<void> {
    refuseWithoutTrust();
    const answers = await askAll(steps, connections.profiles);
    if (answers === undefined) return;
    const { secret, profile } = toProfile(answers);
    if (!await test(profile, secret)) return;
    const { message, detail } = reachedWords(profile);
    const notice = await vscode.window.showInformationMessage(message, { modal: true, detail }, "Save the Connection");
    if (notice === undefined) return;
    await keep(profile, secret);
  }

  async function test(profile: Profile, secret: string): Promise<boolean> {
    const { name: _, ...connection } = profile;
    const api = connections.probe(connection, secret);
    try {
      await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: `Testing ${new URL(profile.formsApiUrl).host}`, cancellable: true },
        (_progress, token) => withSignal(token, (signal) => api.call("forms.ping", {}, { signal })));
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      log.warn(`Sign-in to ${new URL(profile.formsApiUrl).host} failed: ${error.code}.`);
      await vscode.window.showErrorMessage(`Not signed in. ${explain(error)}`, { modal: true });
      return false;
    } finally {
      await api.close();
    }
  }

  async function keep(profile: Profile, secret: string): Promise<void> {
    try {
      await connections.add(profile, secret, { sessionOnly: false });
    } catch (error) {
      log.warn(`The secret could not be kept: ${error instanceof Error ? error.message : String(error)}`);
      const choice = await vscode.window.showWarningMessage("The secret store of this computer did not take the secret.",
        { modal: true, detail: "It can be held in memory until this window closes. It is never written anywhere else." }, "Hold in Memory");
      if (choice !== undefined) await connections.add(profile, secret, { sessionOnly: true });
    }
  }

  async function switchConnection(): Promise<void> {
    const signInItem = { label: "$(sign-in) Sign In to a Service…", run: signIn };
    const items = [
      { label: "$(beaker) Sandbox", description: "on this computer", run: () => use(sandboxName) },
      ...connections.profiles.map((profile) => ({
        label: `$(plug) ${profile.name}`, description: new URL(profile.formsApiUrl).host, run: () => use(profile.name),
      })),
      signInItem,
    ];
    const picked = await vscode.window.showQuickPick(items, { title: "Switch Connection", placeHolder: `Now: ${connections.current ?? "not connected"}` });
    await picked?.run();
  }

  async function use(name: string): Promise<void> {
    refuseWithoutTrust();
    await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: `Connecting to ${name}` },
      () => connections.session({ name }));
    await connections.use(name);
  }

  async function chooseEnvironment(): Promise<void> {
    const items: readonly (vscode.QuickPickItem & { readonly environment?: Environment })[] = [
      { label: "No environment", description: "the saved draft of a Smartform runs" },
      ...environments.map((environment) => ({ label: environment, environment, description: "the version deployed there runs" })),
    ];
    const picked = await vscode.window.showQuickPick(items, { title: "Environment for Smartforms", placeHolder: "The Text Library is shared by all environments" });
    if (picked !== undefined) await connections.chooseEnvironment(picked.environment);
  }

  async function signOut(): Promise<void> {
    const { current } = connections;
    if (current !== undefined && current !== sandboxName) await connections.signOut(current);
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.useSandbox, () => use(sandboxName)),
    registerCommand(log, commands.signIn, signIn),
    registerCommand(log, commands.switchConnection, switchConnection),
    registerCommand(log, commands.signOut, signOut),
    registerCommand(log, commands.chooseEnvironment, chooseEnvironment),
  );
}

function refuseWithoutTrust(): void {
  if (!vscode.workspace.isTrusted) throw new Error("This workspace is in Restricted Mode, so no service is called. Trust the workspace first.");
}

const needed = (value: string): string | undefined => value === "" ? "This is needed." : undefined;

const steps: readonly Step[] = [
  // A name that is there already signs in to that connection again.
  { key: "name", prompt: "Name of the connection, shown in the status bar", placeholder: "acme-test", problem: (value) => nameProblem(value, []) },
  { key: "authUrl", prompt: "Address of the token service", placeholder: "https://…", problem: addressProblem },
  { key: "formsApiUrl", prompt: "Address of the forms API", placeholder: "https://…", problem: addressProblem },
  { key: "formsAppUrl", prompt: "Address of the forms application", placeholder: "https://…", problem: addressProblem },
  { key: "clientId", prompt: "Client id (type Standard, scope api.external)", problem: needed },
  { key: "secret", prompt: "Client secret; it is kept in the secret store of this computer", password: true, problem: needed },
];

function toProfile(answers: ReadonlyMap<string, string>): { readonly profile: Profile; readonly secret: string } {
  const answer = (key: string): string => answers.get(key) ?? "";
  return {
    secret: answer("secret"),
    profile: {
      name: answer("name"), clientId: answer("clientId"), authUrl: normalAddress(answer("authUrl")),
      formsApiUrl: normalAddress(answer("formsApiUrl")), formsAppUrl: normalAddress(answer("formsAppUrl")),
    },
  };
}

/**
 * Asks one box after the other; the back button returns to the one before, with its answer. A connection of the given name fills the boxes in
 * beforehand. undefined when the user gives up.
 */
async function askAll(steps: readonly Step[], profiles: readonly Profile[]): Promise<ReadonlyMap<string, string> | undefined> {
  const answers = new Map<string, string>();
  let index = 0;
  while (index < steps.length) {
    const step = steps[index];
    if (step === undefined) break;
    const known = new Map<string, string>(Object.entries(profiles.find(({ name }) => name === answers.get("name")) ?? {}));
    const answer = await ask(step, { index, total: steps.length, value: answers.get(step.key) ?? known.get(step.key) ?? "" });
    if (answer === "cancelled") return undefined;
    if (answer === "back") {
      index -= 1;
      continue;
    }
    answers.set(step.key, answer.value);
    index += 1;
  }
  return answers;
}

function ask(step: Step, { index, total, value }: { readonly index: number; readonly total: number; readonly value: string }): Promise<{ readonly value: string } | "back" | "cancelled"> {
  return new Promise((resolve) => {
    const box = vscode.window.createInputBox();
    box.title = "Sign In to a Service";
    box.step = index + 1;
    box.totalSteps = total;
    box.prompt = step.prompt;
    box.placeholder = step.placeholder;
    box.password = step.password ?? false;
    box.value = value;
    box.ignoreFocusOut = true;
    box.buttons = index > 0 ? [vscode.QuickInputButtons.Back] : [];
    let answer: { readonly value: string } | "back" | "cancelled" = "cancelled";
    box.onDidChangeValue(() => box.validationMessage = undefined);
    box.onDidTriggerButton(() => {
      answer = "back";
      box.hide();
    });
    box.onDidAccept(() => {
      const text = step.password ? box.value : box.value.trim();
      box.validationMessage = step.problem(text);
      if (box.validationMessage !== undefined) return;
      answer = { value: text };
      box.hide();
    });
    box.onDidHide(() => {
      box.dispose();
      resolve(answer);
    });
    box.show();
  });
}

/** One signal for VS Code's cancellation and the api's. */
export async function withSignal<T>(token: vscode.CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  try {
    return await work(controller.signal);
  } finally {
    listening.dispose();
  }
}
