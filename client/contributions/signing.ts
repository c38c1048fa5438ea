/** The commands of digital signing. */
import { editorTitle, explorer, row, title } from "./places.ts";
import type { Contributed } from "./places.ts";
import { all, connected, has, inPdfPanel, never, onPdfFile, reaches, visible } from "./when.ts";

export const signing = {
  startOrder: {
    title: "Start Signing Order…",
    icon: "verified",
    enabled: reaches("signing"),
    menus: [
      title("signing", "navigation@1", connected),
      editorTitle("navigation@5", all(inPdfPanel, has("signing"))),
      explorer("1_smartform@5", all(onPdfFile, has("signing"))),
    ],
  },
  refreshOrders: {
    title: "Refresh Signing Orders",
    icon: "refresh",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [title("signing", "navigation@3", connected)],
  },
  filterOrders: {
    title: "Filter Signing Orders…",
    icon: "filter",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [title("signing", "navigation@2", connected)],
  },
  openOrder: {
    title: "Open Signing Order by Its Id…",
    icon: "go-to-file",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [title("signing", "1_open@1", connected)],
  },
  loadOlderOrders: {
    title: "Load Older Signing Orders",
    icon: "ellipsis",
    enabled: reaches("signing"),
    palette: never,
  },
  followOrder: {
    title: "Follow Signing Order",
    icon: "eye",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [
      row("signing", /^order open.* unfollowed$/, "inline@1"),
      row("signing", /^order open.* unfollowed$/, "1_follow@1"),
    ],
  },
  unfollowOrder: {
    title: "Stop Following Signing Order",
    icon: "eye-closed",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [row("signing", /^order .* followed$/, "inline@1"), row("signing", /^order .* followed$/, "1_follow@1")],
  },
  remindSignatories: {
    title: "Remind Signatories…",
    icon: "bell",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [row("signing", /^order open/, "2_people@1")],
  },
  cancelOrder: {
    title: "Cancel Signing Order…",
    icon: "circle-slash",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [row("signing", /^order open/, "9_delete@1")],
  },
  deleteOrder: {
    title: "Delete Signing Order…",
    icon: "trash",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [row("signing", /^order /, "9_delete@2")],
  },
  downloadSigned: {
    title: "Download Signed Files…",
    icon: "cloud-download",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [row("signing", /^order \w+ files/, "3_files@1")],
  },
  downloadFromProvider: {
    title: "Download Signed Files from the Signing Provider…",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [row("signing", /^order \w+ files/, "3_files@2")],
  },
  downloadProof: {
    title: "Download Proof of One Signature…",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [row("signing", /^(order |signatory.* proof)/, "3_files@4")],
  },
  downloadProofs: {
    title: "Download Proofs of All Signatures…",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [row("signing", /^order /, "3_files@3")],
  },
  copyOrderId: {
    title: "Copy Signing Order Id",
    icon: "copy",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [row("signing", /^order /, "4_copy@1")],
  },
  copySignAddress: {
    title: "Copy Signing Address",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [row("signing", /^signatory link/, "4_copy@2")],
  },
  showOrderJson: {
    title: "Show Signing Order as JSON",
    icon: "json",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [row("signing", /^order /, "4_copy@3")],
  },
  findLostOrder: {
    title: "Look for a Signing Order That Got No Clear Response…",
    icon: "search",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [
      title("signing", "2_lost@1", connected),
      row("signing", "lost", "inline@1"),
      row("signing", "lost", "1_lost@1"),
    ],
  },
  forgetLostOrder: {
    title: "Forget a Signing Order That Got No Clear Response…",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [row("signing", "lost", "9_delete@1")],
  },
  showSigningSetup: {
    title: "Show How Signing Is Set Up",
    icon: "info",
    enabled: reaches("signing"),
    palette: visible("signing"),
    menus: [title("signing", "3_setup@1", connected)],
  },
} satisfies Contributed;
