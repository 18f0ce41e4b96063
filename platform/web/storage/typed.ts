type TextField = HTMLInputElement | HTMLTextAreaElement

/** The fields that someone has typed in, each with its original value. */
const before = new Map<TextField, string>()

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !notText.has(target.type) && target.role !== 'combobox')
const notText = new Set(['checkbox', 'radio', 'file', 'range', 'search', 'hidden', 'submit'])

/**
 * Whether someone has typed in a field that began with the text `first`. What the browser filled in doesn't count, nor
 * does a password, because it is filled in by more than browsers, and to type it again is no loss.
 */
export const isTypedIn = (field: TextField, first = field.defaultValue) =>
  field.value !== first && !field.autocomplete.endsWith('password') && !field.matches(':autofill')

/** Watches what is typed in the page's forms and dialogs, not in searches. */
export function watchTyping(): void {
  document.addEventListener(
    'input',
    ({ target }) => {
      if (!isTextField(target) || before.has(target) || !target.closest('#content, dialog')) return
      // React changes a field's default value only after this listener has run.
      before.set(target, target.defaultValue)
    },
    true,
  )
}

/** Returns whether the page has a field with something typed in it. */
export function isSomethingTyped(): boolean {
  for (const [field, value] of before) {
    if (!field.isConnected) before.delete(field)
    else if (isTypedIn(field, value)) return true
  }
  return false
}
