import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router'
import { useShortcuts } from '#platform/web/keyboard-shortcuts.ts'
import { WordButton } from '#platform/web/ui/word-button.tsx'

type Listed = ComponentType<{ onClose: () => void }>

/** The keys of every page: '/' puts the cursor into the search box, '?' lists them. So does a word that is there while they are off. */
export function Keys() {
  const navigate = useNavigate()
  const [part, setPart] = useState<{ Listed: Listed } | null>(null)
  const list = async () => {
    try {
      setPart({ Listed: (await import('./keys-listed.tsx')).KeysListed })
    } catch {
      // Offline: it is but a help.
    }
  }
  useShortcuts((key) => {
    if (key === '?') void list()
    else if (key === '/') {
      const inputs = document.querySelectorAll<HTMLInputElement>('search input[name="q"]')
      // On a phone the box isn't shown: the page of searches is.
      const shown = [...inputs].find((input) => input.offsetParent !== null)
      if (shown) shown.focus()
      else void navigate('/search')
    } else return false
    return true
  })
  return (
    <>
      <WordButton onClick={() => void list()}>Keyboard keys</WordButton>
      {part && <part.Listed onClose={() => setPart(null)} />}
    </>
  )
}
