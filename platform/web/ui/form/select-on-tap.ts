import type { PointerEvent } from 'react'

/**
 * Selects the text of a field that a tap gives the focus, as the Tab key does, so that typing replaces it. A second tap
 * places the cursor.
 */
export function selectOnTap({ currentTarget }: PointerEvent<HTMLInputElement>): void {
  if (document.activeElement === currentTarget) return
  const { id, value } = currentTarget
  const select = () =>
    // The browser places the cursor after the focus event, so the text is selected in the next frame. By then
    // <LazyCombobox> may have replaced the field, so it is looked up by its id.
    requestAnimationFrame(() => {
      const field = document.getElementById(id)
      const isSame = field === document.activeElement && field instanceof HTMLInputElement
      if (isSame && field.value === value) field.select()
    })
  currentTarget.addEventListener('focus', select, { once: true })
}
