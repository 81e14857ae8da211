// Where the focus goes when a modal closes: to what had it before the first of the modals that led here.
// Radix would return it to a trigger of its own, and ours are opened from anywhere.

const DIALOG = '[role="dialog"]'
let opener: HTMLElement | null = null

/** For `onOpenAutoFocus`: the focus has not moved yet. */
export function rememberFocus() {
  const at = document.activeElement
  if (at instanceof HTMLElement && at !== document.body && !at.closest(DIALOG)) opener = at
}

/** For `onCloseAutoFocus`. Another modal in its place keeps the focus. */
export function returnFocus(event: Event) {
  event.preventDefault()
  if (!document.querySelector(DIALOG)) opener?.focus()
}
