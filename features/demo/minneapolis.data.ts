import type { DemoCity } from './demo-city.ts'

/** Invented restaurants on real streets; house numbers, phones and websites lead nowhere. */
export const minneapolis: DemoCity = {
  name: 'Minneapolis, MN, US',
  centre: [44.97997, -93.26384],
  areaCode: 612,
  restaurants: [
    {
      name: 'Lucy & Gus',
      area: 'Longfellow',
      address: '3517 E Lake St, Minneapolis, MN 55406',
      at: [44.9484, -93.2192],
      price: 1,
      hours: 'late',
      menu: {
        burgers: [
          [
            'Molten Lucy',
            'Stuffed, Cheeseburger',
            'Wait two full minutes before you bite. I didn’t, and I still can’t feel the roof of my mouth. Worth it.',
          ],
          [
            'Blue Lucy with Burnt Onions',
            'Stuffed',
            'Blue cheese inside the patty, where it belongs. My husband hates blue cheese, so I never have to share.',
          ],
          ['Plain Gus', 'Cheeseburger'],
        ],
        sides: [
          [
            'Basket of Tots',
            'Potatoes',
            'Crunchy all the way round, salt on the outside, mashed potato on the inside. Ask for them well done.',
          ],
        ],
        beer: [
          ['Lake Street Lager', '', 'Comes in a glass so cold it sticks to your glove in January.'],
        ],
      },
    },
    {
      name: 'Half Acre Burger',
      area: 'Northeast',
      address: '361 13th Ave NE, Minneapolis, MN 55413',
      at: [45.0011, -93.2655],
      price: 2,
      hours: 'lunch',
      menu: {
        burgers: [
          [
            'Double Smash with Dill Pickle Mayo',
            'Smash, Cheeseburger',
            'Lacy edges that hang out of the bun like a skirt. I order it plain for the kids and eat their edges.',
          ],
          ['Mushroom Swiss on Rye', 'Mushroom'],
          [
            'Wild Rice Veggie Burger',
            'Veggie',
            'I eat meat and I order this one. That should tell you everything.',
          ],
        ],
        sides: [['Beer-Battered Onion Rings', 'Onion rings']],
        dessert: [['Malted Custard Cup', 'Ice cream']],
      },
    },
    {
      name: 'Tin Lantern',
      area: 'Whittier',
      address: '2614 Nicollet Ave, Minneapolis, MN 55408',
      at: [44.9553, -93.2779],
      price: 1,
      hours: 'split',
      menu: {
        entree: [
          [
            'Beef Pho with Brisket and Tendon',
            'Vietnamese, Beef',
            'It was eleven below. I had two bowls and walked home with my coat open.',
          ],
          ['Lemongrass Pork Chop on Broken Rice', 'Vietnamese, Pork'],
        ],
        apps: [
          [
            'Crispy Imperial Rolls',
            'Spring rolls, Fried',
            'Wrap them in the lettuce, use both herbs, don’t be shy with the sauce. Six is not enough.',
          ],
        ],
        handheld: [
          [
            'Grilled Pork Banh Mi',
            'Banh mi, Sandwich',
            'Shatters all over your shirt. I keep one in the office fridge for bad Thursdays.',
          ],
        ],
        coffee: [
          [
            'Drip Coffee with Condensed Milk',
            '',
            'The slow drip is the point. Sit down, put the phone away, watch it.',
          ],
        ],
      },
    },
    {
      name: 'Svea Bakehouse',
      area: 'Linden Hills',
      address: '4279 Upton Ave S, Minneapolis, MN 55410',
      at: [44.9246, -93.3162],
      price: 2,
      hours: 'bakery',
      menu: {
        breakfast: [
          [
            'Cardamom Knots with Egg Butter',
            'Vegetarian',
            'They come out at 7:10. At 7:25 they are gone. I have stopped explaining to my boss why I’m late.',
          ],
          ['Open Rye with Soft Egg and Dill', 'Eggs, Vegetarian'],
        ],
        dessert: [
          [
            'Princess Cake',
            'Cake',
            'My grandmother from Uppsala cried a little. Then she asked for the recipe. They said no, nicely.',
          ],
        ],
        coffee: [
          [
            'Egg Coffee',
            '',
            'Yes, with an egg. No, you can’t taste it. It is the smoothest cup in the state.',
          ],
        ],
      },
    },
    {
      name: 'Nine Pines Pizza',
      area: 'the North Loop',
      address: '218 Washington Ave N, Minneapolis, MN 55401',
      at: [44.9851, -93.2722],
      price: 2,
      hours: 'dinner',
      menu: {
        pizza: [
          [
            'Margherita from the Birch Oven',
            'Neapolitan, Margherita, Vegetarian',
            'Ninety seconds in the oven, ninety seconds on my plate. Leopard spots all round the edge.',
          ],
          ['Venison Sausage and Juniper', 'Neapolitan'],
          ['Four Cheeses with Spruce Honey', 'White pizza, Vegetarian'],
          [
            'Potato, Leek and Lingonberry',
            'White pizza, Vegetarian',
            'Sounds like a dare. It is the one we order twice.',
          ],
        ],
        apps: [['Burrata with Charred Bread', 'Cheese, Vegetarian']],
        'other-drinks': [['Spruce Tip Soda', '', 'Christmas tree, but refreshing.']],
        wine: [
          [
            'Barbera d’Asti by the Carafe',
            '',
            'Cheap, honest, slightly cold. The carafe holds one glass more than you think.',
          ],
        ],
      },
    },
    {
      name: 'Rail Yard Corner',
      area: 'Sheridan',
      address: '1308 Marshall St NE, Minneapolis, MN 55413',
      at: [45.0015, -93.2714],
      price: 1,
      hours: 'bar',
      menu: {
        pizza: [
          [
            'Tavern Square with Pickles',
            'Thin crust',
            'Cut in squares, as the Lord intended. Fight over the corners.',
          ],
          ['Sausage and Giardiniera Square', 'Thin crust'],
        ],
        apps: [
          [
            'Cheese Curds with Hot Honey',
            'Cheese, Fried',
            'They squeak, then they stretch, then they are gone. Bring a friend you like less than curds.',
          ],
        ],
        beer: [
          ['Marshall Street Amber on Tap', ''],
          [
            'Bock from the Basement',
            '',
            'Tastes like toast and wet leaves, in the best possible way. Only from March on.',
          ],
        ],
      },
    },
    {
      name: 'Abyssinia House',
      area: 'Cedar-Riverside',
      address: '413 Cedar Ave S, Minneapolis, MN 55454',
      at: [44.9692, -93.2474],
      price: 1,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Doro Wat with Injera',
            'Ethiopian, Chicken',
            'One egg, one drumstick, and a sauce that took somebody two days. Eat with your right hand and your whole heart.',
          ],
          [
            'Fasting Platter for Two',
            'Ethiopian, Vegan',
            'Seven little hills of lentils, greens and beets. My vegan sister moved in next door for this.',
          ],
          ['Shekla Tibs', 'Ethiopian, Lamb'],
        ],
        coffee: [
          [
            'Coffee Ceremony with Frankincense',
            '',
            'Three rounds, popcorn, smoke. You go in with a headache and leave with a plan.',
          ],
        ],
      },
    },
    {
      name: 'Karmel Garden',
      area: 'Lyn-Lake',
      address: '2938 Pillsbury Ave S, Minneapolis, MN 55408',
      at: [44.9495, -93.2806],
      price: 1,
      hours: 'allday',
      menu: {
        entree: [
          [
            'Goat and Bariis with Banana',
            'Gluten free',
            'Put the banana ON the rice. Trust me. Trust every Somali uncle in the room.',
          ],
        ],
        apps: [['Beef Sambusa', 'Fried', 'Green sauce. More green sauce. That is the review.']],
        'other-drinks': [
          ['Shaah with Camel-Caravan Spice', '', 'Sweet, milky, cardamom up to the eyebrows.'],
          ['Fresh Mango and Lime', ''],
        ],
      },
    },
    {
      name: 'Hmong Hill Kitchen',
      area: 'Frogtown',
      address: '571 University Ave W, St Paul, MN 55103',
      at: [44.9557, -93.1276],
      price: 1,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Stuffed Chicken Wings on Purple Rice',
            'Chicken, Gluten free',
            'A whole dinner inside a wing. My aunt makes them better, but my aunt isn’t open on Tuesdays.',
          ],
          ['Pork Belly and Mustard Greens', 'Pork'],
        ],
        apps: [['Egg Rolls with Peanut Dip', 'Spring rolls, Fried']],
        sides: [
          [
            'Purple Sticky Rice',
            'Rice',
            'Ball it, press it, dip it in the pepper sauce. My kids do nothing else.',
          ],
        ],
        'other-drinks': [['Nab Vam', '', 'Tapioca, coconut, neon. Childhood in a plastic cup.']],
      },
    },
    {
      name: 'Old Harbor Fish House',
      area: 'the Mill District',
      address: '708 S 2nd St, Minneapolis, MN 55401',
      at: [44.9788, -93.2569],
      price: 4,
      hours: 'dinner',
      menu: {
        entree: [
          [
            'Walleye in Brown Butter',
            'American, Seafood',
            'Thin, crackling, no batter to hide behind. The only fish I order where I’m not looking at an ocean.',
          ],
          [
            'Wild Rice Risotto with Morels',
            'American, Vegetarian',
            'Spring only. I have a calendar reminder, and now you do too.',
          ],
        ],
        apps: [['Smoked Whitefish Dip', 'Seafood, Dips']],
        wine: [
          ['Grüner Veltliner with the Oysters', ''],
          ['Late-Harvest Riesling', '', 'The waiter said “trust me”, and now I trust no one else.'],
        ],
        'mixed-drinks': [
          ['Aquavit Gimlet', '', 'Dill, lime, ice. It tastes like a cold morning on the dock.'],
        ],
      },
    },
    {
      name: 'Burdock Cafe',
      area: 'Powderhorn',
      address: '3454 Bloomington Ave S, Minneapolis, MN 55407',
      at: [44.9405, -93.2526],
      price: 1,
      hours: 'cafe',
      menu: {
        breakfast: [
          ['Hash with Two Soft Eggs', 'Eggs, Vegetarian'],
          [
            'Breakfast Burrito with Green Chile',
            'Breakfast burrito',
            'I have written two term papers and broken up with one person over this burrito. It was there for me each time.',
          ],
        ],
        coffee: [
          [
            'Maple Oat Latte',
            '',
            'Real maple, not the pump. They tap the tree behind the alley, and I choose to believe it.',
          ],
          ['Cold Brew on Nitro', ''],
        ],
        'other-drinks': [['Rhubarb Shrub Soda', '']],
      },
    },
    {
      name: 'Three Rivers Roasting',
      area: 'Dinkytown',
      address: '1316 SE 4th St, Minneapolis, MN 55414',
      at: [44.9811, -93.2362],
      price: 1,
      hours: 'cafe',
      menu: {
        coffee: [
          [
            'Ethiopian Pour-Over',
            '',
            'Blueberries. I swear nobody put blueberries in it. The barista just smiled.',
          ],
          ['Flat White', ''],
          ['Finals Week Red Eye', '', 'I saw sounds. I passed organic chemistry.'],
        ],
        breakfast: [['Everything Bagel with Walleye Spread', 'Bagel']],
        dessert: [['Brown Butter Bar', 'Cookies']],
      },
    },
    {
      name: 'Casa Quito',
      area: 'Phillips',
      address: '1219 E Lake St, Minneapolis, MN 55407',
      at: [44.9485, -93.2562],
      price: 1,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Seco de Chivo',
            '',
            'Goat stew with a spoon of sugar-cane in it somewhere. I asked. He winked.',
          ],
        ],
        handheld: [
          ['Hornado Pork Sandwich', 'Sandwich'],
          [
            'Carnitas Taco with Encurtido',
            'Taco',
            'Two tortillas, and you will need both of them.',
          ],
        ],
        sides: [
          [
            'Llapingachos',
            'Potatoes',
            'Potato cakes with cheese lava inside and peanut sauce on top. A side dish that ends friendships.',
          ],
        ],
      },
    },
    {
      name: 'Midtown Masa',
      area: 'Midtown',
      address: '926 E Lake St, Minneapolis, MN 55407',
      at: [44.9489, -93.2604],
      price: 1,
      hours: 'lunch',
      menu: {
        handheld: [
          [
            'Lengua Taco',
            'Taco',
            'If tongue scares you, close your eyes. It is the softest beef in the city.',
          ],
          ['Squash Blossom Quesadilla', 'Grilled cheese, Vegetarian'],
        ],
        apps: [['Street Corn Nachos', 'Nachos, Vegetarian']],
        'other-drinks': [
          [
            'Horchata with Burnt Cinnamon',
            '',
            'They burn the cinnamon on purpose. I didn’t know one could. I can’t go back.',
          ],
        ],
      },
    },
    {
      name: 'Sisu Smokehouse',
      area: 'Kingfield',
      address: '3804 Nicollet Ave, Minneapolis, MN 55409',
      at: [44.9338, -93.2781],
      price: 2,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Alder-Smoked Brisket Plate',
            'American, Beef',
            'Bark like the edge of a good brownie. Sold out by 1:30, so go at 11 and call it breakfast.',
          ],
        ],
        handheld: [['Chopped Brisket on White Bread', 'Sandwich']],
        sides: [
          ['Burnt-End Beans', 'Beans', 'More meat than bean. Nobody tell them.'],
          ['Dill Potato Salad', 'Potatoes, Salad'],
        ],
        beer: [['Smoked Porter', '']],
      },
    },
    {
      name: 'The Velvet Moose',
      area: 'Loring Park',
      address: '1512 Harmon Pl, Minneapolis, MN 55403',
      at: [44.9712, -93.2826],
      price: 3,
      hours: 'bar',
      menu: {
        'mixed-drinks': [
          [
            'Smoke on the Water',
            '',
            'They set a cedar chip alight at the table. My mother ordered three for the theatre of it.',
          ],
          ['Chamomile Old Fashioned', '', 'A nightcap that tucks you in.'],
          ['Blueberry Bootlegger', ''],
        ],
        apps: [['Duck Fat Popcorn', 'Fried']],
        wine: [['Orange Wine Flight', '']],
      },
    },
    {
      name: 'Cellar No. 6',
      area: 'the North Loop',
      address: '119 N 3rd St, Minneapolis, MN 55401',
      at: [44.9836, -93.2694],
      price: 3,
      hours: 'bar',
      menu: {
        burgers: [
          [
            'Six-Ounce Bar Burger',
            'Cheeseburger',
            'No lettuce, no speech about lettuce. Beef, cheese, bun, silence.',
          ],
          ['Bacon and Date Burger', 'Bacon'],
        ],
        'mixed-drinks': [
          [
            'Brandy Old Fashioned, Sweet',
            '',
            'Wisconsin people drive here for it, and they have strong opinions.',
          ],
          ['Negroni on a Big Rock', ''],
        ],
        sides: [['Shoestring Fries in a Cone', 'Fries']],
      },
    },
    {
      name: 'Trattoria Nonna Pia',
      area: 'Northeast',
      address: '2203 Central Ave NE, Minneapolis, MN 55418',
      at: [45.0065, -93.2473],
      price: 3,
      hours: 'dinner',
      menu: {
        entree: [
          ['Pappardelle with Rabbit', 'Italian', 'Wide as a belt. I loosened mine.'],
          [
            'Gnocchi in Gorgonzola',
            'Italian, Vegetarian',
            'Little clouds. I apologised to the table next to us for the noises.',
          ],
        ],
        wine: [
          ['Nebbiolo, Poured Too Full', '', 'They fill it to the brim and look the other way.'],
          ['Vermentino', ''],
        ],
        dessert: [
          [
            'Tiramisu from the Big Tray',
            'Cake',
            'Scooped with a serving spoon like a school lunch. The best school of my life.',
          ],
        ],
      },
    },
    {
      name: 'Detroit Lakes Pan Pizza',
      area: 'Uptown',
      address: '2911 Hennepin Ave, Minneapolis, MN 55408',
      at: [44.9498, -93.2983],
      price: 2,
      hours: 'lunch',
      menu: {
        pizza: [
          [
            'Red Stripe Pepperoni',
            'Detroit style, Pepperoni',
            'Corner piece: two walls of burnt cheese. I have traded a lift to the airport for a corner piece.',
          ],
          ['Garlic Scape White', 'Detroit style, White pizza, Vegetarian'],
          [
            'Sauerkraut and Smoked Sausage',
            'Detroit style',
            'My Polish dad says it isn’t pizza. He had four slices.',
          ],
        ],
        sides: [['Chopped Iceberg with Dill Ranch', 'Salad']],
        beer: [['House Pils in a Dimple Mug', '']],
      },
    },
    {
      name: 'Big Loon Pizza',
      area: 'Nokomis',
      address: '4953 34th Ave S, Minneapolis, MN 55417',
      at: [44.9136, -93.2231],
      price: 1,
      hours: 'late',
      menu: {
        pizza: [
          [
            'Giant Plain Slice',
            'New York style',
            'Fold it, tilt it, ruin your sleeve. Three dollars well spent after the beach.',
          ],
          [
            'Pepperoni Roni Cup',
            'New York style, Pepperoni',
            'The little cups hold the grease like tiny bowls of soup. I’m not sorry.',
          ],
          [
            'Taco Hotdish Pizza',
            '',
            'A church-basement fever dream, with tots on it. Don’t knock it until half past eleven at night.',
          ],
        ],
        dessert: [['Soft Serve with Wild Rice Crunch', 'Ice cream']],
      },
    },
    {
      name: 'Prospect Park Diner',
      area: 'Prospect Park',
      address: '2929 University Ave SE, Minneapolis, MN 55414',
      at: [44.9707, -93.2164],
      price: 1,
      hours: 'diner',
      menu: {
        breakfast: [
          [
            'Buttermilk Stack with Chokecherry Syrup',
            'Pancakes, Vegetarian',
            'Three of them, wide as the plate. The syrup is from the cook’s mum in Duluth, ask her about it.',
          ],
          ['Denver Omelet', 'Eggs'],
          [
            'Caramel Roll French Toast',
            'French toast, Vegetarian',
            'Somebody looked at a caramel roll and thought: not enough. I would like to shake their hand.',
          ],
        ],
        burgers: [['Counter Cheeseburger', 'Cheeseburger']],
        coffee: [
          [
            'Bottomless Diner Coffee',
            '',
            'Brown, hot, endless. Dolores will refill you before you know you’re empty.',
          ],
        ],
        dessert: [['Sour Cream Raisin Pie', 'Pie']],
        'other-drinks': [['Chocolate Malted Milk', '']],
      },
    },
    {
      name: 'Rosie’s on Main',
      area: 'Hopkins',
      address: '918 Mainstreet, Hopkins, MN 55343',
      at: [44.9246, -93.4116],
      price: 1,
      hours: 'diner',
      menu: {
        breakfast: [
          [
            'Rosie’s Swedish Pancakes',
            'Pancakes, Vegetarian',
            'Thin as a love letter, with lingonberries. I take my dad every Father’s Day.',
          ],
          ['Egg and Spam Biscuit', 'Breakfast sandwich, Eggs'],
        ],
        coffee: [['Percolator Coffee', '']],
        handheld: [['Grilled Cheese with Tomato Jam', 'Grilled cheese, Vegetarian']],
        dessert: [
          [
            'Raspberry Pie by the Half',
            'Pie, Fruit',
            'They sell half a pie so that you can pretend you aren’t going to eat a whole one.',
          ],
        ],
      },
    },
    {
      name: 'Zip-In',
      area: 'Seward',
      address: '2520 E Franklin Ave, Minneapolis, MN 55406',
      at: [44.9627, -93.2352],
      price: 1,
      hours: 'fast',
      menu: {
        'fast-food': [
          [
            'Zip Double',
            'Cheeseburger, Burger',
            'Wrapped so tight it steams itself. Ninety seconds from order to first bite, I timed it.',
          ],
          ['Crinkle Fries, Large', 'Fries'],
          ['Chocolate Malt Shake', 'Milkshake'],
          ['Curd Corn Dog', 'Corn dog', 'The State Fair, but with parking.'],
        ],
      },
    },
    {
      name: 'Cluck Amok',
      area: 'Stadium Village',
      address: '825 Washington Ave SE, Minneapolis, MN 55414',
      at: [44.9735, -93.2274],
      price: 1,
      hours: 'late',
      menu: {
        'fast-food': [
          [
            'Hot Dill Chicken Sandwich',
            'Chicken sandwich',
            'The pickle is fried too. Of course it is. I love this century.',
          ],
          [
            'Ten-Piece Nuggets with Ope Sauce',
            'Chicken nuggets',
            'Ope sauce: you’ll say it when you finish the tub.',
          ],
          ['Honey Biscuit', 'Biscuit'],
        ],
        apps: [['Nashville-ish Wings', 'Wings, Fried']],
      },
    },
    {
      name: 'Wok This Way Express',
      area: 'Downtown West',
      address: '80 S 8th St, Minneapolis, MN 55402',
      at: [44.9757, -93.2712],
      price: 1,
      hours: 'weekdays',
      menu: {
        'fast-food': [
          [
            'Skyway Orange Chicken Bowl',
            'Rice bowl',
            'Sticky, loud, orange. I eat it at my desk and smell of it until four. No regrets.',
          ],
          ['Garlic Noodles in a Box', 'Noodles'],
          ['Hot and Sour Soup, Big Cup', 'Soup'],
        ],
      },
    },
    {
      name: 'Taco Lago',
      area: 'Richfield',
      address: '6530 Nicollet Ave, Richfield, MN 55423',
      at: [44.8846, -93.2782],
      price: 1,
      hours: 'fast',
      menu: {
        'fast-food': [
          ['Potato Bravo Burrito', 'Burrito', 'Carbs in carbs with carbs. Post-shift perfection.'],
          ['Crunchy Taco Trio', 'Taco'],
          ['Loaded Nacho Boat', 'Nachos'],
        ],
        'other-drinks': [['Frozen Lemonade', '']],
      },
    },
    {
      name: 'Lakeside Malt Shop',
      area: 'Wayzata',
      address: '742 Lake St E, Wayzata, MN 55391',
      at: [44.9698, -93.5136],
      price: 2,
      hours: 'allday',
      menu: {
        burgers: [
          ['Butter Burger with Grilled Onion', 'Cheeseburger'],
          ['Turkey Burger with Cranberry', 'Turkey'],
        ],
        dessert: [
          [
            'Hot Fudge Malt in the Tin',
            'Ice cream, Chocolate',
            'You get the glass AND the tin. Watching boats with the tin in hand is what June is for.',
          ],
        ],
        'fast-food': [['Foot-Long with Relish', 'Hot dog']],
      },
    },
    {
      name: 'Grand Avenue Social',
      area: 'Summit Hill',
      address: '787 Grand Ave, St Paul, MN 55105',
      at: [44.9399, -93.1323],
      price: 2,
      hours: 'allday',
      menu: {
        burgers: [
          [
            'Bison Burger with Chokecherry',
            'Bison',
            'Lean, rosy, a bit wild. The chokecherry is sharp enough to make it stand up straight.',
          ],
          ['Patty Melt on Marble Rye', 'Cheeseburger'],
        ],
        apps: [['Pretzel with Beer Cheese', 'Cheese, Dips']],
        sides: [['Truffle Tots', 'Potatoes']],
        beer: [
          ['Saint Paul Stout', '', 'A pint like a good coat.'],
          ['Hazy from Next Door', ''],
        ],
      },
    },
    {
      name: 'Lowertown Noodle',
      area: 'Lowertown',
      address: '258 E 4th St, St Paul, MN 55101',
      at: [44.9482, -93.0872],
      price: 2,
      hours: 'split',
      menu: {
        entree: [
          [
            'Miso Ramen with Corn and Butter',
            'Japanese, Pork',
            'Sapporo style: pat of butter, sweet corn, snow outside. It all makes sense here.',
          ],
          ['Cold Sesame Noodles', 'Chinese, Vegan'],
        ],
        apps: [
          [
            'Pan-Fried Pork Gyoza',
            'Dumplings',
            'All six joined by one crisp skirt. Break it like winter ice.',
          ],
        ],
        beer: [['Rice Lager', '']],
      },
    },
    {
      name: 'Selby Bistro',
      area: 'Cathedral Hill',
      address: '381 Selby Ave, St Paul, MN 55102',
      at: [44.9466, -93.1156],
      price: 4,
      hours: 'dinner',
      menu: {
        entree: [
          [
            'Duck Confit with Lentils',
            'French',
            'The skin breaks like the top of a crème brûlée. Anniversary number four, number five, number six.',
          ],
          ['Steak Frites, Rare', 'French, Beef'],
        ],
        wine: [
          ['Côtes du Rhône, House Pour', ''],
          [
            'Chablis with the Mussels',
            '',
            'Wet stones and lemon. I wrote the name on my hand, and then I washed my hands.',
          ],
          ['Crémant by the Glass', ''],
        ],
        dessert: [
          [
            'Profiteroles with Hot Chocolate',
            'Pastry, Chocolate',
            'They pour the chocolate at the table until you say stop. My friends, I did not say stop.',
          ],
        ],
      },
    },
    {
      name: 'Como Cone',
      area: 'Como',
      address: '2264 Como Ave, St Paul, MN 55108',
      at: [44.9815, -93.1948],
      price: 1,
      hours: 'allday',
      menu: {
        dessert: [
          [
            'Salted Licorice Scoop',
            'Ice cream',
            'Finland in a cone. Half of you will hate it. That leaves more for the rest of us.',
          ],
          ['Warm Waffle Cone with Honeycomb', 'Ice cream'],
          ['Lemon Bundtlet', 'Cake'],
        ],
        'other-drinks': [
          [
            'Root Beer Float',
            '',
            'Draft root beer, two scoops, one long spoon, zero conversation.',
          ],
        ],
      },
    },
    {
      name: 'Highland Grounds',
      area: 'Highland Park',
      address: '2034 Ford Pkwy, St Paul, MN 55116',
      at: [44.9178, -93.1874],
      price: 1,
      hours: 'cafe',
      menu: {
        coffee: [
          ['Honey Cinnamon Cortado', ''],
          ['Turkish Coffee with a Date', '', 'Small, dark, and it looks you in the eye.'],
        ],
        breakfast: [['Lox Plate on Pumpernickel', 'Bagel']],
        dessert: [['Poppy Seed Potica', 'Pastry']],
      },
    },
    {
      name: 'Rice & Rye',
      area: 'Roseville',
      address: '1681 Lexington Ave N, Roseville, MN 55113',
      at: [44.9932, -93.1463],
      price: 2,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Bulgogi Hotdish',
            'Korean, Beef',
            'Tots on top of bulgogi. My Korean mom and my Lutheran mother-in-law both asked for seconds. Peace in our time.',
          ],
        ],
        handheld: [
          ['Kimchi Reuben', 'Sandwich'],
          ['Paneer Kathi Wrap', 'Wrap, Vegetarian'],
        ],
        sides: [['Kimchi Fried Rice', 'Rice']],
        'other-drinks': [['Barley Tea over Ice', '']],
      },
    },
    {
      name: 'Bryn Mawr Provisions',
      area: 'Bryn Mawr',
      address: '404 Penn Ave S, Minneapolis, MN 55405',
      at: [44.9732, -93.3086],
      price: 2,
      hours: 'cafe',
      menu: {
        handheld: [
          [
            'Turkey, Apple and Brie',
            'Sandwich',
            'Autumn in a bag. Eat it at Theodore Wirth with your feet in the leaves.',
          ],
          ['Muffuletta for Four (or One)', 'Sandwich'],
        ],
        breakfast: [['Bacon Egg Roll-Up', 'Breakfast sandwich, Eggs']],
        coffee: [['Espresso Tonic', '']],
        wine: [
          [
            'Porch Rosé',
            '',
            'It’s pink, it’s cold, it has a screw cap. Do not overthink the porch.',
          ],
        ],
      },
    },
    {
      name: 'West Broadway Soul',
      area: 'North Minneapolis',
      address: '1117 W Broadway Ave, Minneapolis, MN 55411',
      at: [44.9991, -93.2951],
      price: 2,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Smothered Turkey Wings',
            'American, Chicken',
            'Falls apart when you look at it kindly.',
          ],
          ['Catfish Dinner with Two Sides', 'American, Seafood'],
        ],
        sides: [
          [
            'Baked Mac, Corner Cut',
            'Mac and cheese',
            'Ask for the corner. If there is no corner left, wait for the next pan. I have waited for the next pan.',
          ],
          ['Collards with Smoked Neck', 'Vegetables'],
        ],
        dessert: [['Peach Cobbler', 'Pie, Fruit']],
        'other-drinks': [['Red Drink', '', 'What flavour? Red.']],
      },
    },
    {
      name: 'Camden Tap',
      area: 'Camden',
      address: '4171 Lyndale Ave N, Minneapolis, MN 55412',
      at: [45.0299, -93.2883],
      price: 1,
      hours: 'bar',
      menu: {
        burgers: [
          [
            'Friday Night Bacon Burger',
            'Bacon, Cheeseburger',
            'Meat raffle on, jukebox on, burger in hand. I am home.',
          ],
        ],
        apps: [['Dry-Rub Wings', 'Wings', 'No sauce, no fork, no mercy. Ask for extra crispy.']],
        beer: [
          ['Bucket of Shorties', ''],
          ['Cream Ale, Cold as Camden', ''],
        ],
        'mixed-drinks': [
          [
            'Bloody Mary with a Snit',
            '',
            'It comes with a small beer, a pickle, a meat stick and an apology to your doctor.',
          ],
        ],
      },
    },
    {
      name: 'Fiftieth & Fig',
      area: 'Edina',
      address: '3906 W 50th St, Edina, MN 55424',
      at: [44.9122, -93.3306],
      price: 3,
      hours: 'allday',
      menu: {
        entree: [['Halibut with Preserved Lemon', 'Mediterranean, Seafood, Low sodium']],
        pizza: [
          [
            'Fig, Prosciutto and Gorgonzola',
            'Thin crust, White pizza',
            'Sweet, salty, stinky. It’s basically my family.',
          ],
          ['Gluten-Free Garden', 'Gluten free, Vegetarian'],
        ],
        wine: [
          ['Oregon Pinot Noir', ''],
          [
            'Sunday Half-Price Bottle',
            '',
            'Any bottle, half off, Sundays. I have learned so much about Burgundy.',
          ],
        ],
        'mixed-drinks': [['Cucumber Collins', '']],
      },
    },
    {
      name: 'Excelsior Boat Club Grill',
      area: 'Excelsior',
      address: '245 Water St, Excelsior, MN 55331',
      at: [44.9043, -93.5663],
      price: 3,
      hours: 'lunch',
      menu: {
        burgers: [
          ['Captain’s Burger with Fried Egg', 'Cheeseburger'],
          ['Smash Trio with Tartar', 'Smash'],
        ],
        handheld: [
          [
            'Walleye Roll',
            'Sandwich',
            'It’s a lobster roll with a Minnesota accent. Eat it on the dock, mind the gulls.',
          ],
        ],
        'mixed-drinks': [
          ['Dockside Paloma', ''],
          ['Pontoon Punch for Two', '', 'We are one person each, and we each had the one for two.'],
        ],
      },
    },
    {
      name: 'White Bear Smokestack',
      area: 'White Bear Lake',
      address: '4766 Banning Ave, White Bear Lake, MN 55110',
      at: [45.0849, -93.0098],
      price: 2,
      hours: 'lunch',
      menu: {
        entree: [['Half Slab with Blueberry Glaze', 'American, Pork']],
        burgers: [
          [
            'Smokestack Cheddar Burger',
            'Cheeseburger',
            'They smoke the cheddar, not the beef. Somebody in there is a genius.',
          ],
        ],
        sides: [
          ['Corn Pudding', 'Vegetables'],
          ['Cheddar Grits', ''],
        ],
        beer: [['Bear Lake Pale Ale', '']],
      },
    },
    {
      name: 'Anoka Supper Club',
      area: 'Anoka',
      address: '2011 2nd Ave N, Anoka, MN 55303',
      at: [45.1986, -93.3881],
      price: 3,
      hours: 'dinner',
      menu: {
        entree: [
          [
            'Prime Rib, Queen Cut',
            'American, Beef',
            'Relish tray, candle in a red glass, prime rib. It has been 1974 in here since 1974.',
          ],
        ],
        apps: [['Relish Tray with Cheese Spread', 'Cheese, Vegetarian']],
        'mixed-drinks': [
          ['Grasshopper', '', 'A drink, a dessert, a colour. Grandma had two and sang.'],
        ],
        dessert: [['Schaum Torte', 'Cake, Fruit']],
      },
    },
    {
      name: 'Bloom Chaat House',
      area: 'Bloomington',
      address: '9741 Lyndale Ave S, Bloomington, MN 55420',
      at: [44.8289, -93.2879],
      price: 1,
      hours: 'split',
      menu: {
        entree: [
          [
            'Hyderabadi Dum Biryani',
            'Indian, Chicken',
            'Dig to the bottom, that’s where the good onion is. Say “medium” and still bring a handkerchief.',
          ],
          ['Saag Paneer', 'Indian, Vegetarian, Gluten free'],
        ],
        apps: [
          [
            'Dahi Puri',
            'Vegetarian',
            'One bite each: crunch, cold, sour, sweet, hot. Don’t try to be elegant.',
          ],
        ],
        sides: [
          ['Garlic Naan', ''],
          ['Jeera Rice', 'Rice, Low sodium'],
        ],
        'other-drinks': [['Salted Lassi', '']],
      },
    },
    {
      name: 'Maple Grove Pie Works',
      area: 'Maple Grove',
      address: '7861 Main St N, Maple Grove, MN 55369',
      at: [45.0936, -93.4424],
      price: 2,
      hours: 'lunch',
      menu: {
        pizza: [
          [
            'Deep Dish with Three Cheeses',
            'Chicago deep dish, Vegetarian',
            'Forty minutes of waiting, four minutes of silence.',
          ],
          ['Heartland Sausage Deep Dish', 'Chicago deep dish'],
          ['Sunday Thin Crust Supreme', 'Thin crust'],
        ],
        dessert: [
          [
            'Skillet Cookie with Ice Cream',
            'Cookies, Ice cream',
            'The middle is still dough. That is not a complaint.',
          ],
        ],
        beer: [['Root-Cellar Red', '']],
      },
    },
    {
      name: 'Gyro Republic',
      area: 'East Hennepin',
      address: '305 E Hennepin Ave, Minneapolis, MN 55414',
      at: [44.9889, -93.2548],
      price: 1,
      hours: 'late',
      menu: {
        handheld: [
          [
            'Pork Gyro with Fries Inside',
            'Gyro',
            'Fries INSIDE the gyro, like in Thessaloniki. I proposed to the cook; he is thinking about it.',
          ],
          ['Falafel Wrap with Pink Turnip', 'Wrap, Vegetarian'],
        ],
        entree: [['Chicken Souvlaki Plate', 'Greek, Chicken']],
        sides: [['Lemon Oregano Fries', 'Fries']],
      },
    },
    {
      name: 'West End Provisions',
      area: 'St Louis Park',
      address: '1625 West End Blvd, St Louis Park, MN 55416',
      at: [44.9681, -93.3471],
      price: 2,
      hours: 'allday',
      without: ['phone'],
      menu: {
        burgers: [
          [
            'Kosher-Style Burger with Schmaltz Onion',
            '',
            'No cheese, no need. The onions are cooked so long they forgot they were onions.',
          ],
        ],
        handheld: [['Pastrami on Seeded Rye', 'Sandwich']],
        breakfast: [
          ['Matzo Brei with Applesauce', 'Eggs, Vegetarian'],
          ['Challah French Toast', 'French toast, Vegetarian'],
        ],
        coffee: [
          [
            'Halva Latte',
            '',
            'Sesame and coffee were always cousins. Somebody finally introduced them.',
          ],
        ],
      },
    },
    {
      name: 'Night Owl Pierogi',
      area: 'Northeast',
      address: '2715 Johnson St NE, Minneapolis, MN 55418',
      at: [45.0172, -93.2363],
      price: 1,
      hours: 'bar',
      without: ['website', 'hours'],
      menu: {
        apps: [
          [
            'Potato and Farmer Cheese Pierogi',
            'Dumplings, Vegetarian',
            'Boiled or fried? Fried. Sour cream or onions? Yes.',
          ],
        ],
        handheld: [
          [
            'Kielbasa on a Poppy Bun',
            'Hot dog',
            'Snap, mustard, kraut, done. The owl on the sign looks as full as I feel.',
          ],
        ],
        beer: [['Unfiltered Wheat, Half Litre', '']],
        'mixed-drinks': [['Bison Grass Vodka and Apple', '']],
      },
    },
    {
      name: 'Burnt Toast Social',
      area: 'Burnsville',
      address: '12605 Nicollet Ave, Burnsville, MN 55337',
      at: [44.7721, -93.2781],
      price: 2,
      hours: 'diner',
      without: ['price'],
      menu: {
        breakfast: [
          ['Malted Waffle with Chicken', 'Waffles'],
          [
            'Smoked Trout Benedict',
            'Eggs',
            'The yolk ran, I ran after it with the last of the muffin.',
          ],
        ],
        coffee: [
          ['Campfire Mocha', ''],
          ['Half-Caf for the Road', ''],
        ],
        'other-drinks': [
          [
            'Strawberry Basil Lemonade',
            '',
            'My daughter calls it “the fancy one”. She is right. She is six.',
          ],
        ],
      },
    },
  ],
}
