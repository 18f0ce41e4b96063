import type { Rolldown } from 'vite'

type Parts = Record<'frame' | 'tiles' | 'cards' | 'lists' | 'tags' | 'later', RegExp>

type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/**
 * Groups modules so that each page loads few files: 'vendor' (Preact and the router), 'frame' (what every page needs or
 * a tile page shares with others), 'cards' (what ranked lists share with other pages, or several card screens with each
 * other), 'facts' (what a single card screen that isn't a ranked list shares with other pages) and 'tags'. All other
 * modules stay in the bundler's own files.
 */
export function createCodeSplitting({
  frame,
  tiles,
  cards,
  lists,
  tags,
  later,
}: Parts): Rolldown.CodeSplittingOptions {
  const found = new Map<string, Set<string>>()

  /** Returns what needs this module: 'frame', the ids of tile and card screens, and 'others' for everything else. */
  function neededBy(id: string, graph: Graph): Set<string> {
    const known = found.get(id)
    if (known) return known
    const roots = new Set<string>()
    const seen = new Set([id])
    for (const one of seen) {
      // Only the server imports this module statically. A browser loads it on demand, so its importers don't matter.
      if (later.test(one)) {
        roots.add('others')
        continue
      }
      if (frame.test(one)) roots.add('frame')
      else if (tiles.test(one) || cards.test(one)) roots.add(one)
      const importers = graph.getModuleInfo(one)?.importers ?? []
      for (const importer of importers) seen.add(importer)
      // A module that is loaded on demand, or another screen. All of these count as 'others'.
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
        test: /^\0rolldown\/runtime|[\\/]node_modules[\\/](?:preact|react-router)[\\/]/,
        priority: 2,
      },
      {
        debugName: 'shared',
        priority: 1,
        name(id, graph) {
          // The importers don't matter here: only the server imports the tags statically, and a browser loads them on
          // demand.
          if (tags.test(id)) return 'tags'
          const roots = neededBy(id, graph)
          if (roots.has('frame')) return 'frame'
          if (roots.size < 2) return null
          if ([...roots].some((root) => tiles.test(root))) return 'frame'
          const withCards = [...roots].filter((root) => cards.test(root))
          // If only one card screen needs the module, and that isn't a ranked list, the other card screens must not
          // load it.
          if (withCards.length === 1 && !lists.test(withCards[0]!)) return 'facts'
          return withCards.length > 0 ? 'cards' : null
        },
      },
    ],
  }
}
