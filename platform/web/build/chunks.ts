import type { Rolldown } from 'vite'

type Parts = Record<'frame' | 'tiles' | 'cards' | 'lists' | 'tags' | 'later', RegExp>

type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/**
 * Few files for each page: React and the router; what the frame of every page needs; what several public
 * screens share, ranked lists apart. What is loaded at a touch, and what only members and admins see, stays in files of its own.
 */
export function chunks({
  frame,
  tiles,
  cards,
  lists,
  tags,
  later,
}: Parts): Rolldown.CodeSplittingOptions {
  const found = new Map<string, Set<string>>()

  /** Who needs this module to begin with: the frame, the public screens, others. */
  function neededBy(id: string, graph: Graph): Set<string> {
    const known = found.get(id)
    if (known) return known
    const roots = new Set<string>()
    const seen = new Set([id])
    for (const one of seen) {
      // The server alone draws it at once, whichever part imports it.
      if (later.test(one)) {
        roots.add('others')
        continue
      }
      if (frame.test(one)) roots.add('frame')
      else if (tiles.test(one) || cards.test(one)) roots.add(one)
      const importers = graph.getModuleInfo(one)?.importers ?? []
      for (const importer of importers) seen.add(importer)
      // Loaded later, or another screen: alike for all of them.
      if (importers.length === 0 && !roots.has(one) && !frame.test(one)) roots.add('others')
    }
    found.set(id, roots)
    return roots
  }

  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        name: 'vendor',
        test: /^\0rolldown\/runtime|[\\/]node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/,
        priority: 2,
      },
      {
        debugName: 'shared',
        priority: 1,
        name(id, graph) {
          // The server draws with it, a browser fetches it at a touch: that both import it says nothing.
          if (tags.test(id)) return 'tags'
          const roots = neededBy(id, graph)
          if (roots.has('frame')) return 'frame'
          if (roots.size < 2) return null
          if ([...roots].some((root) => tiles.test(root))) return 'tiles'
          if ([...roots].every((root) => lists.test(root))) return 'lists'
          const withCards = [...roots].filter((root) => cards.test(root))
          // What one of them shares with members' and admins' pages alone isn't the others' to carry.
          if (withCards.length === 1 && !lists.test(withCards[0]!)) return 'facts'
          return withCards.length > 0 ? 'cards' : null
        },
      },
    ],
  }
}
