/** The commands of connections and of the extension itself, and of webhooks. */
import { title } from "./places.ts";
import type { Contributed } from "./places.ts";
import {
  all,
  any,
  connected,
  inSmartformText,
  listensForWebhooks,
  notOnSandbox,
  onRequest,
  onSandbox,
  onService,
  trusted,
  unconnected,
  visible,
} from "./when.ts";

export const general = {
  useSandbox: {
    title: "Use the Sandbox",
    icon: "beaker",
    enabled: trusted,
    palette: notOnSandbox,
  },
  signIn: { title: "Sign In to a Service…", icon: "sign-in", enabled: trusted },
  signInAudit: { title: "Sign In an Audit Client…", enabled: all(connected, trusted), palette: onService },
  addServices: { title: "Add Archive, Signing and More to the Connection…", enabled: all(onService, trusted) },
  testConnection: {
    title: "Test Connection",
    icon: "pulse",
    enabled: connected,
    menus: [title("textLibrary", "1_connection@2", connected)],
  },
  replaceSecret: { title: "Replace Client Secret…", icon: "key", enabled: onService },
  switchConnection: { title: "Switch Connection…", icon: "plug", menus: [title("textLibrary", "1_connection@1")] },
  signOut: { title: "Sign Out", icon: "sign-out", enabled: onService, menus: [title("textLibrary", "1_connection@3")] },
  removeConnection: {
    title: "Remove Connection…",
    icon: "trash",
    palette: any(unconnected, visible("textLibrary")),
  },
  chooseEnvironment: {
    title: "Choose Environment…",
    enabled: connected,
    palette: any(onRequest, visible("smartforms", "testForms", "documents")),
  },
  showOutbox: { title: "Show Sandbox Outbox", icon: "mail", palette: all(trusted, onSandbox) },
  showLog: { title: "Show Log", icon: "output", menus: [title("textLibrary", "3_log@1")] },
  reportProblem: { title: "Report a Problem…" },
  restartServer: { title: "Restart Language Server" },
  gettingStarted: { title: "Getting Started" },
  practise: { title: "Open a Letter with a Mistake", palette: "false" },
  fixAllInWorkspace: { title: "Fix All in Workspace", palette: inSmartformText },
  listenForWebhooks: { title: "Listen for Webhooks", palette: visible("signing", "testForms") },
  showWebhooks: { title: "Show Received Webhooks…", palette: listensForWebhooks },
  stopWebhooks: { title: "Stop Listening for Webhooks", palette: listensForWebhooks },
} satisfies Contributed;
