import type { CategoryId } from '#domain/vocabulary/categories.ts'

/** Words and phrases that end the name of a dish or drink of each category, in the singular. */
export const dishWords: Record<CategoryId, string> = {
  1: `steak ramen curry pasta spaghetti lasagna lasagne risotto pho pad_thai sushi nigiri sashimi paella stew goulash
    schnitzel meatball salmon tuna cod halibut trout fish_and_chip lobster shrimp scampi chicken duck lamb pork rib brisket
    pot_roast ribeye sirloin filet gnocchi ravioli carbonara bolognese alfredo biryani tikka_masala vindaloo korma bibimbap
    bulgogi teriyaki tempura udon soba stir_fry fried_rice lo_mein chow_mein enchilada fajita tamale jambalaya gumbo etouffee
    casserole chili bowl poke salad entree noodle laksa rendang moussaka katsu tagine mole meatloaf tonkatsu`,
  2: 'pizza margherita calzone stromboli pepperoni sicilian focaccia deep_dish pie_pizza marinara flatbread',
  3: 'burger hamburger cheeseburger jucy_lucy juicy_lucy slider smashburger patty_melt whopper big_mac butterburger',
  4: `wing nacho dip dumpling spring_roll egg_roll calamari bruschetta potsticker gyoza samosa hummus mozzarella_stick
    cheese_curd shrimp_cocktail oyster charcuterie guacamole edamame crab_rangoon rangoon poutine tapa pierogi empanada
    spinach_dip crab_cake deviled_egg jalapeno_popper pakora bao bun dolma ceviche carpaccio tartare appetizer`,
  5: `fry tot tater_tot coleslaw slaw mac_and_cheese mac_n_cheese onion_ring mashed_potato potato rice bean broccoli
    asparagus brussels_sprout corn cornbread garlic_bread naan hash_brown hush_puppy collard_green kimchi side biscuit
    potato_salad french_fry chip soup`,
  6: `cake cheesecake ice_cream gelato sorbet brownie cookie donut doughnut cupcake pie tart tiramisu creme_brulee pudding
    custard mousse sundae affogato cannoli churro baklava eclair macaron macaroon pastry danish cobbler crumble dessert
    pavlova panna_cotta flan blondie truffle fudge gulab_jamun mochi key_lime_pie beignet frozen_yogurt profiterole`,
  7: `pancake waffle french_toast omelet omelette egg_benedict egg benedict bagel breakfast breakfast_burrito breakfast_sandwich
    granola oatmeal frittata quiche hash huevos_ranchero shakshuka scramble crepe croissant muffin scone cinnamon_roll
    biscuit_and_gravy avocado_toast porridge`,
  8: `wine pinot_noir pinot_grigio cabernet sauvignon merlot chardonnay riesling rose malbec zinfandel syrah shiraz prosecco
    champagne cava chianti rioja port sherry tempranillo sangiovese gruner_veltliner bordeaux burgundy sancerre moscato pinot`,
  9: `margarita martini negroni old_fashioned mojito manhattan daiquiri cosmopolitan mai_tai bloody_mary spritz gin_and_tonic
    mimosa sangria sour moscow_mule mule paloma gimlet sazerac caipirinha cocktail whiskey_sour pina_colada highball julep
    sidecar boulevardier toddy collins fizz bellini long_island`,
  10: `ipa stout porter lager pilsner pils ale beer hefeweizen saison kolsch dunkel bock doppelbock helles witbier wheat
    tripel dubbel gose lambic cider radler weissbier marzen hazy draft tap`,
  11: `latte espresso cappuccino americano coffee cold_brew mocha macchiato flat_white cortado pour_over drip frappe
    frappuccino nitro`,
  12: `smoothie tea boba lemonade juice milkshake shake soda cola root_beer kombucha chai horchata lassi matcha hot_chocolate
    bubble_tea iced_tea malt float limeade slushie mocktail kvass ginger_beer`,
  13: `sandwich taco burrito wrap gyro kebab doner shawarma falafel hot_dog banh_mi sub hoagie cheesesteak panini club blt
    reuben quesadilla torta arepa pita roll lobster_roll corn_dog bratwurst sausage po_boy dog cubano melt french_dip
    muffuletta`,
  14: 'happy_meal value_meal crunchwrap mcflurry blizzard chalupa nugget mcnugget',
}
