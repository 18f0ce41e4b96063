import type { Rolldown } from 'vite'

type Parts = Record<'frame' | 'tiles' | 'cards' | 'lists' | 'tags' | 'later', RegExp>

type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/**
 * Groups modules so that each page loads few files: Preact and the router, the frame of every page, and the modules
 * that several public screens share, with those of ranked lists in a group of their own. Modules that are loaded on
 * demand, and those of pages for members and admins, stay in separate files.
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

  /** Returns the entry points that need this module: 'frame', the ids of public screens, 'others'. */
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
          // If only one of these screens needs the module, the others must not load it.
          if (withCards.length === 1 && !lists.test(withCards[0]!)) return 'facts'
          return withCards.length > 0 ? 'cards' : null
        },
      },
    ],
  }
}
