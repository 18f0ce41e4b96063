type TextField = HTMLInputElement | HTMLTextAreaElement

/** The fields that someone has typed in, each with its original value. */
const before = new Map<TextField, string>()

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !notText.has(target.type) && target.role !== 'combobox')
const notText = new Set(['checkbox', 'radio', 'file', 'range', 'search', 'hidden', 'submit'])

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
    else if (field.value !== value) return true
  }
  return false
}
