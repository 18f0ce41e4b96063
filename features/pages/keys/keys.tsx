import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router'
import { useShortcuts } from '#platform/web/keyboard-shortcuts.ts'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import css from './keys.module.css'

type Listed = ComponentType<{ onClose: () => void }>

/**
 * The keyboard shortcuts of every page: '/' focuses the search box, '?' lists the shortcuts. A button lists them too,
 * also while they are switched off.
 */
export function KeyboardShortcuts() {
  const navigate = useNavigate()
  const [part, setPart] = useState<{ Listed: Listed } | null>(null)
  const list = async () => {
    try {
      setPart({ Listed: (await import('./keys-listed.tsx')).KeyboardShortcutsDialog })
    } catch {
      // Offline: nothing opens, since the list is only a help.
    }
  }
  useShortcuts((key) => {
    if (key === '?') void list()
    else if (key === '/') {
      const inputs = document.querySelectorAll<HTMLInputElement>('search input[name="q"]')
      // On a phone the search box is hidden, so this opens the search page.
      const shown = [...inputs].find((input) => input.offsetParent !== null)
      if (shown) shown.focus()
      else void navigate('/search')
    } else return false
    return true
  })
  return (
    <>
      <span className={css.button}>
        <InlineButton onClick={() => void list()}>Keyboard keys</InlineButton>
      </span>
      {part && <part.Listed onClose={() => setPart(null)} />}
    </>
  )
}
