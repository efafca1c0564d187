/** Put a text on the clipboard; whether that went: without permission or https it can still be selected by hand. */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
