import type { CategoryId } from './categories.ts'

/**
 * What suggests that a restaurant serves a category: words of its `cuisines`, and words or phrases of its folded name.
 */
export type ServingSigns = { cuisines: readonly string[]; names: readonly string[] }

const signs = (cuisines: string, names: string): ServingSigns => ({
  cuisines: cuisines.split(/\s+/),
  names: names.split(/\s+/).map((name) => name.replaceAll('_', ' ')),
})

const nations = `american argentinian asian brazilian british caribbean chinese ethiopian filipino french german greek
  hawaiian indian indonesian indo_chinese italian japanese korean lebanese malaysian mediterranean mexican
  middle_eastern modern_european moroccan nepalese new_american pakistani persian peruvian polish portuguese russian
  spanish syrian thai tibetan turkish vietnamese`

/**
 * The signs of each category. They are chosen to be right rather than to find every restaurant: docs/decisions/0048
 * says how often they are right on real data. Cuisines are those of OpenStreetMap ('steak_house'), its kinds of place
 * ('pub'), and Overture's categories without the word 'restaurant' ('bar_and_grill').
 */
const signsOf: Record<CategoryId, ServingSigns> = {
  1: signs(
    `${nations} barbecue bistro brasserie chicken curry diner gastropub latin_american noodle pasta ramen regional
     seafood soul_food southern steak steak_house steakhouse sushi tex_mex texmex trattoria`,
    'bistro brasserie osteria ristorante steakhouse trattoria',
  ),
  2: signs(
    'italian_pizza pizza pizza_delivery_service pizzeria',
    'pizza pizzas pizze pizzeria dominos papa_johns little_caesars',
  ),
  3: signs(
    'american bar_and_grill burger cheeseburger gastropub hamburger',
    'burger burgers hamburger hamburgers five_guys mcdonalds wendys',
  ),
  4: signs(
    `bar_and_grill buffalo_wings chicken_wings chinese dim_sum dumpling dumplings gastropub indian irish_pub lebanese
     meze mezze sports_bar spanish tapas tapas_bar thai vietnamese wings`,
    'applebees dim_sum dumpling dumplings tapas wing wings wingstop',
  ),
  5: signs(
    `american bar_and_grill barbecue bbq burger chicken chicken_wings fish_and_chips french_fries fried_chicken
     friture potato soul_food southern steak_house steakhouse`,
    'barbecue bbq burger burgers chicken fries kfc popeyes smokehouse steakhouse',
  ),
  6: signs(
    `bakery cake cake_shop chocolate chocolatier confectionery crepe crepes creperie cupcake_shop dessert dessert_shop
     desserts donut donuts frozen_yoghurt frozen_yoghurt_shop gelato ice_cream ice_cream_shop pancake pastry patisserie
     waffle`,
    `bakery baskin_robbins cakes cookies creamery creperie cupcakes dairy_queen dessert desserts donut donuts doughnuts
     frozen_custard gelateria gelato ice_cream krispy_kreme patisserie pastries`,
  ),
  7: signs(
    `bagel bagel_shop bagels breakfast breakfast_and_brunch brunch pancake pancake_house pancakes waffle`,
    `bagel bagels breakfast brunch dennys diner einstein_bros first_watch ihop pancake pancakes waffle_house`,
  ),
  8: signs(
    'enoteca french steak_house steakhouse wine wine_bar winery',
    'enoteca vino vineyard vineyards wine winery wines',
  ),
  9: signs(
    `bar cocktail cocktail_bar cocktails dive_bar gay_bar hotel_bar irish_pub lounge pub speakeasy sports_bar tiki_bar`,
    'cocktail cocktails lounge saloon speakeasy tavern',
  ),
  10: signs(
    `bar bar_and_grill bavarian beer beer_bar beer_garden biergarten brewery brewpub dive_bar gastropub irish_pub
     microbrewery pub sports_bar taproom`,
    `alehouse ale_house beer biergarten brauhaus brewery brewing brewpub pub saloon taphouse tap_house taproom tavern`,
  ),
  11: signs(
    'cafe coffee coffee_roastery coffee_roasters coffee_shop espresso',
    `cafe coffee coffeehouse dunkin espresso kaffee roasters roastery starbucks tim_hortons`,
  ),
  12: signs(
    'bubble_tea juice juice_bar smoothie smoothie_juice_bar smoothies tea tea_house tea_room',
    'boba bubble_tea jamba juice juicery juices smoothie smoothies tea teahouse tea_house tea_room teas',
  ),
  13: signs(
    `bagel bagel_shop banh_mi burrito burritos cheesesteak deli delicatessen doner doner_kebab falafel gyro gyros
     hot_dog hot_dogs kebab mexican pita sandwich sandwich_shop sandwiches shawarma sub subs taco tacos tex_mex texmex wrap
     wraps`,
    `banh_mi burrito burritos cheesesteaks deli delicatessen doner falafel gyro gyros hoagie hoagies hot_dog hot_dogs
     jersey_mikes jimmy_johns kebab kebap sandwich sandwiches shawarma subs subway taco taco_bell tacos taqueria wraps`,
  ),
  14: signs(
    'fast_food',
    `arbys burger_king carls_jr chick_fil_a chipotle culvers dairy_queen del_taco dominos dunkin el_pollo_loco five_guys
     hardees in_n_out jack_in_the_box jimmy_johns kfc little_caesars mcdonalds panda_express pizza_hut popeyes
     raising_canes shake_shack sonic subway taco_bell wendys whataburger white_castle wingstop`,
  ),
}

export const servingSigns = (category: CategoryId): ServingSigns => signsOf[category]

/**
 * Returns a regular expression for JavaScript and PostgreSQL that matches the category's name signs (`names`) as whole
 * words. The folded name that is tested needs a space before and after it.
 */
export const servingNamePattern = (category: CategoryId): string =>
  ` (${signsOf[category].names.join('|')}) `
