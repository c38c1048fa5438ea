/**
 * Registers the commands for webhooks: start listening, show the calls, stop. Nothing listens until the person asks for
 * it.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand } from "../calls/commands.ts";
import { commands, contexts } from "../identifiers.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import { window } from "../window/window.ts";
import { callPage, callTitle, startReceiver } from "./receiverModel.ts";
import type { Receiver, WebhookCall } from "./receiverModel.ts";

export function registerWebhooks({ log }: Services, sides: Sides): vscode.Disposable {
  let receiver: Receiver | undefined;
  const item = vscode.window.createStatusBarItem("smartform.webhooks", vscode.StatusBarAlignment.Left, 49);
  item.name = l10n.t("Smartform Webhooks");
  item.command = commands.showWebhooks;

  function draw(): void {
    void vscode.commands.executeCommand("setContext", contexts.webhooks, receiver !== undefined);
    if (receiver === undefined) return item.hide();
    const count = receiver.calls.length;
    item.text = l10n.t("$(broadcast) Webhooks: {0}", count);
    item.tooltip = l10n.t("Listening at {0}\nClick to see the calls that were received.", receiver.url);
    item.accessibilityInformation = { label: l10n.t("Listening for webhooks, {0} received", count), role: "button" };
    item.show();
  }

  /** A signing order's webhook has no content, so the orders are read again. */
  function took(call: WebhookCall): void {
    log.info(`A webhook came: ${call.method}, ${call.body.length} characters.`);
    draw();
    if (call.body === "") void vscode.commands.executeCommand(commands.refreshOrders);
  }

  async function listen(): Promise<void> {
    receiver ??= await startReceiver({ onCall: took });
    draw();
    const answer = await window.showInformationMessage(
      l10n.t(
        'Listening for webhooks at {0}. Only programs on the same computer as this extension, such as the sandbox or a tunnel of your own, can reach this address. Use the address as the value of "webhook" in a create-form request, or as a webhook address of a signing order.',
        receiver.url,
      ),
      l10n.t("Copy Address"),
    );
    if (answer !== undefined) await vscode.env.clipboard.writeText(receiver.url);
  }

  async function show(): Promise<void> {
    if (receiver === undefined) return listen();
    const { calls, url } = receiver;
    const copy = {
      icon: "copy",
      label: l10n.t("Copy Address"),
      description: url,
      run: async () => vscode.env.clipboard.writeText(url),
    };
    const end = {
      icon: "debug-stop",
      label: l10n.t("Stop Listening"),
      description: l10n.t("discards the received webhooks"),
      run: stop,
    };
    const items = calls.map((call) => ({
      label: callTitle(call),
      description: call.at.toLocaleTimeString(),
      run: () => open(call),
    }));
    await (
      await window.showQuickPick([...items, copy, end], {
        title: l10n.t("Webhooks"),
        placeHolder: calls.length === 0 ? l10n.t("No webhooks received yet") : l10n.t("Newest first"),
      })
    )?.run();
  }

  async function open(call: WebhookCall): Promise<void> {
    await sides.open(callPage(call), `webhook ${call.at.toISOString().replaceAll(":", "-")}.json`);
  }

  async function stop(): Promise<void> {
    const ending = receiver;
    receiver = undefined;
    draw();
    await ending?.[Symbol.asyncDispose]();
  }

  return vscode.Disposable.from(
    item,
    { dispose: () => void stop() },
    registerCommand(log, commands.listenForWebhooks, listen),
    registerCommand(log, commands.showWebhooks, show),
    registerCommand(log, commands.stopWebhooks, stop),
  );
}
