import type { CategorySlug } from '#domain/vocabulary/categories.ts'

/**
 * Names that nearly everybody uses for a category or tag besides its own name. Like its own name, they also narrow a
 * query that has further words. Plurals, names written as one word and the words of `foods` (asked-words.ts) need no
 * entry.
 */
export const otherNames = {
  categories: {
    entree: ['main course', 'main dish'],
    apps: ['starter', 'appetiser', 'small plates', 'finger food', 'hors d’oeuvres'],
    sides: ['side dish', 'side order'],
    breakfast: ['brunch'],
    'mixed-drinks': ['cocktail'],
    'other-drinks': ['soft drink'],
  } satisfies Partial<Record<CategorySlug, string[]>>,
  tags: {
    'Chicago deep dish': ['deep dish'],
    'Dairy Queen': ['DQ'],
    'Dunkin’': ['Dunkin’ Donuts'],
    Fries: ['French fries', 'frites', 'pommes frites'],
    'Gluten free': ['no gluten', 'without gluten'],
    'Ice cream': ['gelato', 'soft serve'],
    'In-N-Out Burger': ['In and Out Burger'],
    KFC: ['Kentucky Fried Chicken'],
    'Low sodium': ['low salt'],
    'Mac and cheese': ['mac cheese', 'mac n cheese', 'macaroni cheese', 'macaroni and cheese'],
    Pancakes: ['hotcakes'],
    Sub: ['hoagie', 'submarine sandwich'],
    Vegan: ['plant based'],
    Vegetarian: ['meatless', 'meat free'],
  } as Record<string, string[]>,
}

/**
 * Kinds of what a category holds. They lead to the category only as a whole query and never narrow one: most of the
 * other drinks aren't sodas, and a soda bread is none. The box suggests the category before dishes, so names of dishes
 * as they stand on a menu ('latte') don't belong here.
 */
export const kindsHeld: Partial<Record<CategorySlug, string[]>> = {
  pizza: ['pizzeria'],
  apps: ['prawn cocktail', 'shrimp cocktail'],
  dessert: ['sweets', 'sweet treats'],
  wine: ['champagne', 'prosecco', 'vino'],
  beer: ['ale', 'IPA', 'lager', 'pilsner', 'stout'],
  'other-drinks': ['bubble tea', 'juice', 'lemonade', 'pop', 'smoothie', 'soda', 'soda pop', 'tea'],
}

/** Short names, folded, that few menus write. A query with one is asked again written out if it finds nothing. */
export const writtenOut: Record<string, string> = {
  froyo: 'frozen yogurt',
  'g t': 'gin tonic',
  oj: 'orange juice',
  'pb j': 'peanut butter jelly',
  pbj: 'peanut butter jelly',
}

/** The words that emoji stand for in a search. */
export const emojiWords: Record<string, string> = {
  '🍔': 'burger',
  '🍕': 'pizza',
  '🍜': 'ramen',
  '🍣': 'sushi',
  '🍱': 'bento',
  '🌮': 'taco',
  '🌯': 'burrito',
  '🫔': 'tamale',
  '🍟': 'fries',
  '🌭': 'hot dog',
  '🥪': 'sandwich',
  '🥗': 'salad',
  '🍝': 'pasta',
  '🍛': 'curry',
  '🥘': 'paella',
  '🍲': 'soup',
  '🥟': 'dumpling',
  '🥩': 'steak',
  '🍖': 'ribs',
  '🍗': 'chicken',
  '🥓': 'bacon',
  '🍤': 'shrimp',
  '🦞': 'lobster',
  '🦀': 'crab',
  '🦪': 'oyster',
  '🧀': 'cheese',
  '🫕': 'fondue',
  '🍳': 'breakfast',
  '🧇': 'waffle',
  '🥞': 'pancakes',
  '🥯': 'bagel',
  '🥐': 'croissant',
  '🥨': 'pretzel',
  '🍦': 'ice cream',
  '🍨': 'ice cream',
  '🍩': 'donut',
  '🍪': 'cookie',
  '🍰': 'cake',
  '🎂': 'cake',
  '🧁': 'cupcake',
  '🥧': 'pie',
  '🍫': 'chocolate',
  '☕': 'coffee',
  '🍵': 'tea',
  '🧋': 'bubble tea',
  '🥤': 'soda',
  '🍺': 'beer',
  '🍻': 'beer',
  '🍷': 'wine',
  '🍾': 'champagne',
  '🥂': 'champagne',
  '🍸': 'cocktail',
  '🍹': 'cocktail',
  '🥃': 'whiskey',
  '🍶': 'sake',
}
