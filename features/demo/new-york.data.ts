import type { DemoCity } from './demo-city.ts'

/** Invented restaurants on real streets; house numbers, phones and websites lead nowhere. */
export const newYork: DemoCity = {
  name: 'New York City, NY, US',
  centre: [40.71427, -74.00597],
  areaCode: 212,
  restaurants: [
    {
      name: 'Two Bridges Slice',
      area: 'Chinatown',
      address: '47 E Broadway, New York, NY 10002',
      at: [40.7137, -73.9961],
      price: 1,
      hours: 'late',
      menu: {
        pizza: [
          [
            'The Plain Slice',
            'New York style',
            'Folded, on the walk home, at 2 a.m., in the rain. No notes.',
          ],
          [
            'Upside-Down Square',
            'Sicilian',
            'Sauce on top of cheese. The order of things matters, and they have got it right.',
          ],
          ['Vodka Pepperoni', 'New York style, Pepperoni'],
          ['Broccoli Rabe on Sesame Crust', 'Sicilian, Vegetarian'],
        ],
        dessert: [['Lemon Ice in a Pleated Cup', 'Fruit, Vegan']],
        'other-drinks': [['Black Cherry Seltzer', '']],
      },
    },
    {
      name: 'Forno Gennaro',
      area: 'Carroll Gardens',
      address: '318 Court St, Brooklyn, NY 11231',
      at: [40.6833, -73.9955],
      price: 2,
      hours: 'dinner',
      menu: {
        pizza: [
          [
            'Marinara with Sicilian Oregano',
            'Neapolitan, Vegetarian',
            'No cheese and you don’t miss it. That’s how you know.',
          ],
          [
            'Margherita, Well Done',
            'Neapolitan, Margherita, Vegetarian',
            'The man at the oven has one eyebrow left. He earned it on my pizza.',
          ],
          ['Salsiccia and Friarielli', 'Neapolitan, White pizza'],
          [
            'Clam Pie',
            'White pizza',
            'Fresh-shucked, garlicky, and an argument with New Haven that I’m ready to have.',
          ],
        ],
        apps: [['Rice Balls', 'Fried, Cheese']],
        wine: [
          [
            'Montepulciano in a Tumbler',
            '',
            'Kitchen glasses, paper placemats, sixty-year-old recipe for a good night.',
          ],
        ],
      },
    },
    {
      name: 'Old Ditmars Pizzeria',
      area: 'Astoria',
      address: '31-14 Ditmars Blvd, Astoria, NY 11105',
      at: [40.7761, -73.9109],
      price: 1,
      hours: 'lunch',
      menu: {
        pizza: [
          ['Grandma Pie', 'Sicilian', 'Thin, oily, square, and named right.'],
          ['Spinach and Feta Slice', 'Vegetarian'],
          [
            'Baked Ziti Slice',
            '',
            'Pasta on pizza. I came here as a sceptic and I leave as a shareholder.',
          ],
        ],
        handheld: [
          [
            'Chicken Parm Hero',
            'Sandwich',
            'The bread holds. The bread HOLDS. I have seen lesser heroes collapse.',
          ],
        ],
        sides: [
          [
            'Garlic Knots, Half Dozen',
            '',
            'They hand them over in a paper bag, and by the corner it’s see-through.',
          ],
        ],
      },
    },
    {
      name: 'Bushwick Tavern Pie',
      area: 'Bushwick',
      address: '1084 Flushing Ave, Brooklyn, NY 11237',
      at: [40.7057, -73.9239],
      price: 2,
      hours: 'late',
      menu: {
        pizza: [
          [
            'Bar Pie with Pickled Chiles',
            'Thin crust',
            'Thin as a record and it plays both sides.',
          ],
          ['Cacio e Pepe White', 'White pizza, Vegetarian'],
          [
            'Vegan Mushroom Cream',
            'Thin crust, Vegetarian',
            'My vegan roommate, my not-vegan roommate and I all fought for the last piece. I’m the not-vegan roommate.',
          ],
        ],
        beer: [
          ['Flushing Ave Pale', ''],
          ['Cherry Saison', ''],
        ],
        'mixed-drinks': [
          ['Frozen Negroni', '', 'A slushie for grown-ups who have given up pretending.'],
        ],
      },
    },
    {
      name: 'Ninth Avenue Smash',
      area: 'Hell’s Kitchen',
      address: '683 9th Ave, New York, NY 10036',
      at: [40.7624, -73.9897],
      price: 2,
      hours: 'late',
      menu: {
        burgers: [
          [
            'Oklahoma Onion Double',
            'Smash, Cheeseburger',
            'The onions go IN the patty. My coat smelled for a week, and I wore it proudly.',
          ],
          ['Stage Door Bacon Burger', 'Bacon, Cheeseburger'],
          [
            'Chopped Cheese Burger',
            'Cheeseburger',
            'A bodega and a burger had a baby, and it’s a genius.',
          ],
        ],
        sides: [
          [
            'Waffle Fries with Secret Dust',
            'Fries',
            'It’s paprika and something. I’ve asked. They laughed.',
          ],
        ],
        'other-drinks': [['Vanilla Egg Cream', '']],
      },
    },
    {
      name: 'The Sparrow Tavern House',
      area: 'the West Village',
      address: '214 W 4th St, New York, NY 10014',
      at: [40.7332, -74.0026],
      price: 3,
      hours: 'bar',
      menu: {
        burgers: [
          [
            'Tavern Burger on an English Muffin',
            'Cheeseburger',
            'Fork and knife? Absolutely not. Lean forward, elbows out.',
          ],
          ['Blue Cheese and Fig Burger', ''],
        ],
        apps: [['Devilled Eggs with Trout Roe', 'Seafood']],
        beer: [
          ['Pub Ale, Proper Pint', '', 'Poured slowly by a man who will tell you about 1987.'],
        ],
        'mixed-drinks': [['Manhattan, Up', '', 'Brandied cherry like a full stop.']],
      },
    },
    {
      name: 'Bergen Beef & Bun',
      area: 'Prospect Heights',
      address: '641 Vanderbilt Ave, Brooklyn, NY 11238',
      at: [40.6788, -73.9684],
      price: 2,
      hours: 'lunch',
      menu: {
        burgers: [
          [
            'Vanderbilt Burger with Raclette',
            'Cheeseburger',
            'They scrape the cheese off the wheel in front of you. The whole room goes quiet.',
          ],
          ['Crispy Lentil Burger', 'Veggie'],
          ['Lamb Burger with Harissa', ''],
        ],
        sides: [
          ['Blistered Shishitos', 'Vegetables, Low sodium'],
          ['Old Bay Fries', 'Fries'],
        ],
        dessert: [['Brown Sugar Milkshake', 'Ice cream']],
      },
    },
    {
      name: 'Mott Haven Burger Stop',
      area: 'Mott Haven',
      address: '231 E 138th St, Bronx, NY 10451',
      at: [40.8113, -73.9283],
      price: 1,
      hours: 'fast',
      menu: {
        burgers: [
          [
            'Bronx Bomber',
            'Bacon, Cheeseburger',
            'Fried egg, bacon, sweet plantain. It went out of the park and so did I, slowly.',
          ],
        ],
        'fast-food': [
          [
            'Number One with Cheese',
            'Cheeseburger',
            'Been ordering it since I was tall enough to see the counter.',
          ],
          [
            'Chicken Wings and Fried Rice',
            'Wings, Rice bowl',
            'Four wings, hot sauce, ketchup, salt-pepper. Say it in one breath.',
          ],
          ['Loaded Tater Fries', 'Fries'],
        ],
      },
    },
    {
      name: 'Sal & Ruthie’s',
      area: 'the Lower East Side',
      address: '164 Orchard St, New York, NY 10002',
      at: [40.7207, -73.9884],
      price: 2,
      hours: 'diner',
      menu: {
        handheld: [
          [
            'Pastrami on Rye, Hand Cut',
            'Sandwich',
            'The man asked “fatty?” and I said “yes” and he nodded as if I had passed an exam.',
          ],
          ['Tongue and Coleslaw', 'Sandwich'],
        ],
        breakfast: [
          [
            'Lox, Eggs and Onions',
            'Eggs',
            'My grandfather ordered this every Sunday for fifty years. I sat in his seat today.',
          ],
          ['Cheese Blintzes', 'Pancakes, Vegetarian'],
        ],
        sides: [['Potato Knish', 'Potatoes']],
        'other-drinks': [
          ['Celery Soda', '', 'It tastes of celery. And of being seven. And I love it.'],
        ],
      },
    },
    {
      name: 'Bagel Mercantile',
      area: 'the Upper West Side',
      address: '2356 Broadway, New York, NY 10024',
      at: [40.7876, -73.9765],
      price: 1,
      hours: 'bakery',
      menu: {
        breakfast: [
          [
            'Everything with Scallion and Nova',
            'Bagel',
            'Warm when you get it. If anybody offers to toast it, walk away from that person.',
          ],
          ['Whitefish on Pumpernickel', 'Bagel'],
          ['Bacon, Egg and Cheese', 'Breakfast sandwich, Eggs', 'Saltpepperketchup is one word.'],
        ],
        coffee: [
          [
            'Regular Coffee, Blue Cup',
            '',
            '“Regular” means milk and two sugars. Don’t ask, don’t fight it.',
          ],
        ],
      },
    },
    {
      name: 'Perch Coffee',
      area: 'Greenpoint',
      address: '129 Franklin St, Brooklyn, NY 11222',
      at: [40.7299, -73.9577],
      price: 2,
      hours: 'cafe',
      menu: {
        coffee: [
          ['Cardamom Cappuccino', '', 'Foam you could sleep on.'],
          ['Batch Brew of the Week', ''],
          [
            'Coffee Lemonade',
            '',
            'I said “ew” out loud. Then I drank all of my friend’s, then my own.',
          ],
        ],
        dessert: [['Poppy Seed Babka Slice', 'Cake']],
        breakfast: [['Rye Porridge with Plum', 'Vegetarian, Low sodium']],
      },
    },
    {
      name: 'Kaffa & Sons',
      area: 'Harlem',
      address: '2187 Frederick Douglass Blvd, New York, NY 10026',
      at: [40.8055, -73.9545],
      price: 1,
      hours: 'cafe',
      menu: {
        coffee: [
          ['Yirgacheffe by the Pot', ''],
          ['Spiced Macchiato', '', 'Two sips of thunder, then the sun comes out.'],
        ],
        breakfast: [
          [
            'Ful with Berbere and Egg',
            'Eggs',
            'Scoop with bread, scald your tongue, keep scooping.',
          ],
        ],
        handheld: [['Sambusa Wrap', 'Wrap, Vegetarian']],
        dessert: [['Honey Sesame Bar', 'Cookies']],
      },
    },
    {
      name: 'Mulberry Espresso Bar',
      area: 'Nolita',
      address: '238 Mulberry St, New York, NY 10012',
      at: [40.7222, -73.9958],
      price: 2,
      hours: 'cafe',
      menu: {
        coffee: [
          [
            'Espresso, Standing Up',
            '',
            'A euro’s worth of Naples at the price of New York. Still yes.',
          ],
          ['Shakerato', ''],
          [
            'Bicerin',
            '',
            'Coffee, chocolate, cream, in that order. Do NOT stir. I stirred once and was told off in Piedmontese.',
          ],
        ],
        dessert: [['Lobster-Tail Sfogliatella', 'Pastry', 'Sounds like walking on autumn leaves.']],
        wine: [['Lambrusco at the Bar', '']],
      },
    },
    {
      name: 'Saint Marks Noodle Club',
      area: 'the East Village',
      address: '118 St Marks Pl, New York, NY 10009',
      at: [40.7271, -73.9843],
      price: 2,
      hours: 'late',
      menu: {
        entree: [
          [
            'Shoyu Ramen with Smoked Egg',
            'Japanese, Pork',
            'The egg. THE EGG. I would take a bullet for it, or at least a strong elbow.',
          ],
          ['Cold Peanut Noodles', 'Chinese, Vegan'],
        ],
        apps: [
          ['Chicken Karaage', 'Fried'],
          ['Blistered Pork Gyoza', 'Dumplings'],
        ],
        beer: [['Draft Black Lager', '']],
        'mixed-drinks': [['Yuzu Highball', '', 'So fizzy that it introduces itself.']],
      },
    },
    {
      name: 'Jade Ferry',
      area: 'Flushing',
      address: '41-28 Main St, Flushing, NY 11355',
      at: [40.7571, -73.8294],
      price: 1,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Cumin Lamb Hand-Ripped Noodles',
            'Chinese, Lamb',
            'Noodles like belts, cumin like a slap. End of the 7 train and worth every stop.',
          ],
          ['Whole Fish in Chile Broth', 'Chinese, Seafood'],
        ],
        apps: [
          ['Chive Pockets', 'Dumplings, Vegetarian'],
          ['Lamb Skewers, Ten', '', 'Count the sticks at the end. That’s your score.'],
        ],
        'other-drinks': [
          [
            'Brown Sugar Boba',
            '',
            'Tiger stripes down the cup. Shake it fifteen times, they print that on the lid.',
          ],
        ],
      },
    },
    {
      name: 'Eighth Avenue Dumpling House',
      area: 'Sunset Park',
      address: '5718 8th Ave, Brooklyn, NY 11220',
      at: [40.6358, -74.0083],
      price: 1,
      hours: 'lunch',
      menu: {
        apps: [
          [
            'Pork and Chive Potstickers, Five',
            'Dumplings',
            'Under four dollars and better than my rent-priced dinners.',
          ],
          ['Turnip Cake', 'Fried'],
        ],
        handheld: [
          [
            'Sesame Pancake with Beef',
            'Sandwich',
            'It crackles. People turned round on the N train.',
          ],
        ],
        sides: [['Smashed Cucumbers', 'Vegetables, Salad']],
        breakfast: [['Fried Dough in Rice Roll', 'Vegetarian']],
      },
    },
    {
      name: 'Roosevelt Momo Cart',
      area: 'Jackson Heights',
      address: '74-09 37th Rd, Jackson Heights, NY 11372',
      at: [40.7472, -73.8911],
      price: 1,
      hours: 'late',
      menu: {
        apps: [
          [
            'Beef Momo with Tomato Achar',
            'Dumplings',
            'Eight to a plate. Eat them standing, so that there’s room for eight more.',
          ],
          ['Samosa Chaat', 'Vegetarian'],
        ],
        entree: [
          ['Thenthuk on a Cold Day', 'Beef'],
          ['Goat Biryani', 'Indian', 'Bones in, gloves off.'],
        ],
        'other-drinks': [
          ['Butter Tea', '', 'Salty, oily, strange. Third sip: I understand mountains.'],
        ],
      },
    },
    {
      name: 'Casa Arepa',
      area: 'Elmhurst',
      address: '86-14 Roosevelt Ave, Elmhurst, NY 11373',
      at: [40.7479, -73.8798],
      price: 1,
      hours: 'late',
      menu: {
        handheld: [
          [
            'Reina Pepiada Arepa',
            'Sandwich',
            'Chicken, avocado, cornbread that could stop traffic. It did, I was double-parked.',
          ],
          ['Chorizo Cemita', 'Sandwich'],
        ],
        'fast-food': [
          [
            'Salchipapas',
            'Fries, Hot dog',
            'Hot dogs on fries with six sauces. Someone was in a good mood when they invented this.',
          ],
        ],
        'other-drinks': [['Maracuyá Juice', '']],
      },
    },
    {
      name: 'La Boda Taquería',
      area: 'Bushwick',
      address: '271 Starr St, Brooklyn, NY 11237',
      at: [40.7059, -73.9222],
      price: 1,
      hours: 'lunch',
      menu: {
        handheld: [
          [
            'Tripa Taco, Crisp',
            'Taco',
            'Crisp as crackling. Convert your friends, one taco at a time.',
          ],
          ['Mushroom Quesadilla in Blue Corn', 'Grilled cheese, Vegetarian'],
        ],
        entree: [
          [
            'Chicken in Mole Poblano',
            'Mexican, Chicken',
            'Thirty-one ingredients. I found chocolate, prune, and my will to live.',
          ],
        ],
        apps: [
          [
            'Chips with Three Salsas',
            'Dips, Vegetarian',
            'The third one is not a joke. Ask before you dip.',
          ],
        ],
        'mixed-drinks': [['Tepache and Mezcal', '']],
      },
    },
    {
      name: 'Arthur Avenue Kitchen',
      area: 'Belmont',
      address: '2341 Arthur Ave, Bronx, NY 10458',
      at: [40.8544, -73.8882],
      price: 2,
      hours: 'dinner',
      menu: {
        entree: [
          [
            'Sunday Gravy with Braciole',
            'Italian, Pork',
            'No menu. Maria says “you’ll have the gravy”. You’ll have the gravy.',
          ],
          ['Eggplant Rollatini', 'Italian, Vegetarian'],
        ],
        apps: [
          ['Stuffed Artichoke', 'Vegetarian'],
          ['Fried Mozzarella in Carrozza', 'Cheese, Fried'],
        ],
        wine: [['House Red, Half Litre', '', 'Made by somebody’s uncle. Nobody says which uncle.']],
        dessert: [
          [
            'Cannoli, Filled to Order',
            'Pastry',
            'If it’s already filled, it’s already over. Here they fill it while you watch.',
          ],
        ],
      },
    },
    {
      name: 'Harlem Homecoming',
      area: 'Harlem',
      address: '342 Malcolm X Blvd, New York, NY 10027',
      at: [40.8083, -73.9446],
      price: 2,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Smothered Pork Chops',
            'American, Pork',
            'Church ends at one. Be in the queue by 12:40 and ask for forgiveness later.',
          ],
          ['Jerk Half Chicken', 'Chicken, Gluten free'],
        ],
        sides: [
          ['Baked Macaroni, Sunday Only', 'Mac and cheese', 'Six days I wait.'],
          ['Collard Greens', 'Vegetables, Low sodium'],
        ],
        dessert: [
          ['Red Velvet Cake', 'Cake', 'Three layers and a secret. The secret is more butter.'],
        ],
        'mixed-drinks': [['Rum Punch', '']],
      },
    },
    {
      name: 'Nostrand Roti Shop',
      area: 'Crown Heights',
      address: '752 Nostrand Ave, Brooklyn, NY 11216',
      at: [40.6721, -73.9504],
      price: 1,
      hours: 'allday',
      menu: {
        handheld: [
          [
            'Doubles with Slight Pepper',
            'Vegetarian, Wrap',
            '“Slight” is a word that means something else in Trinidad. Bring milk.',
          ],
          ['Goat Roti', 'Wrap'],
        ],
        entree: [['Oxtail with Rice and Peas', 'Beef']],
        sides: [
          [
            'Fried Plantain',
            '',
            'Caramelised till the edges go black. One box per person, no sharing.',
          ],
          ['Rice and Peas', 'Rice, Beans'],
        ],
        'other-drinks': [['Sorrel over Ice', '', 'Christmas in July.']],
      },
    },
    {
      name: 'Café Marseille',
      area: 'the Upper East Side',
      address: '1479 2nd Ave, New York, NY 10075',
      at: [40.7724, -73.9556],
      price: 3,
      hours: 'dinner',
      menu: {
        entree: [
          [
            'Steak au Poivre',
            'French, Beef',
            'I asked for bread for the sauce, then for more sauce for the bread. It’s a trap.',
          ],
          ['Bouillabaisse', 'French, Seafood'],
        ],
        wine: [
          ['Bandol Rosé', '', 'The colour of a good holiday.'],
          ['Sancerre by the Carafe', ''],
        ],
        dessert: [
          ['Tarte Tatin', 'Pie, Fruit', 'Upside down, dark as a violin, cold cream on top.'],
        ],
        sides: [['Gratin Dauphinois', 'Potatoes']],
        coffee: [['Noisette after Dinner', '']],
      },
    },
    {
      name: 'Hudson Room',
      area: 'Tribeca',
      address: '97 Hudson St, New York, NY 10013',
      at: [40.7189, -74.0089],
      price: 4,
      hours: 'dinner',
      menu: {
        entree: [
          [
            'Roast Duck for Two',
            'American',
            'They show it to you whole, like a baby, then they take it away and bring it back as dinner.',
          ],
          ['Hand-Cut Tagliatelle with Truffle', 'Italian, Vegetarian'],
        ],
        wine: [
          [
            'Barolo, Coravin Pour',
            '',
            'Fifty-two dollars a glass. My boss was paying. It was the best glass of my boss’s life.',
          ],
          ['Meursault', ''],
        ],
        dessert: [['Warm Chocolate Tart', 'Chocolate, Pie']],
        'mixed-drinks': [
          [
            'Clarified Milk Punch',
            '',
            'Clear as water, tastes like a custard. Witchcraft with an ice cube.',
          ],
        ],
      },
    },
    {
      name: 'Vino Vinyl',
      area: 'Fort Greene',
      address: '68 Lafayette Ave, Brooklyn, NY 11217',
      at: [40.6868, -73.9766],
      price: 3,
      hours: 'bar',
      menu: {
        wine: [
          ['Side A: Volcanic White', ''],
          [
            'Side B: Jura Red',
            '',
            'Tastes like cherries and a barn, in love. They were playing Nina Simone. I stayed for Side C.',
          ],
          ['Finger Lakes Riesling', '', 'From upstate! Dry as my humour.'],
        ],
        apps: [['Burnt Leek Dip', 'Dips, Vegetarian']],
        sides: [['Marinated Gigante Beans', 'Beans']],
      },
    },
    {
      name: 'The Long Pour',
      area: 'Long Island City',
      address: '10-21 44th Dr, Long Island City, NY 11101',
      at: [40.7489, -73.9496],
      price: 2,
      hours: 'bar',
      menu: {
        beer: [
          ['Queens Pilsner', '', 'Skyline, dock, pilsner. You can keep your rooftop bars.'],
          ['Double IPA, Court Square', ''],
          ['Coffee Porter', ''],
        ],
        apps: [
          [
            'Buffalo Wings with Celery That Matters',
            'Wings',
            'Cold celery in ice water. Somebody here cares.',
          ],
        ],
        burgers: [
          ['Dockside Turkey Burger', 'Turkey'],
          ['Gantry Burger', 'Cheeseburger'],
        ],
      },
    },
    {
      name: 'Pemberton & Daughters',
      area: 'Midtown',
      address: '29 W 44th St, New York, NY 10036',
      at: [40.7554, -73.9821],
      price: 4,
      hours: 'bar',
      menu: {
        'mixed-drinks': [
          [
            'Wet Martini, Three Olives',
            '',
            'It’s mostly an excuse to eat olives slowly in a very nice chair.',
          ],
          ['Penicillin', ''],
          ['French 75', '', 'I got the job! I got the job! (That is my review.)'],
        ],
        apps: [['Jumbo Shrimp Cocktail', 'Seafood']],
        burgers: [
          [
            'Midnight Burger, Off Menu',
            'Cheeseburger',
            'Ask after eleven. If the man with the bow tie likes you, there’s a burger.',
          ],
        ],
      },
    },
    {
      name: 'Smokestack Gowanus',
      area: 'Gowanus',
      address: '388 3rd Ave, Brooklyn, NY 11215',
      at: [40.6742, -73.9869],
      price: 2,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Beef Rib, One Pound',
            'American, Beef',
            'A dinosaur gave its life. It’s fine. It would have wanted this.',
          ],
        ],
        handheld: [['Burnt End Sandwich', 'Sandwich']],
        sides: [
          ['Cornbread with Whipped Lard', ''],
          ['Vinegar Slaw', 'Salad, Vegetables'],
        ],
        beer: [['Canal Lager', '', 'Don’t think about the canal. Think about the lager.']],
      },
    },
    {
      name: 'Van Brunt Lobster Shack',
      area: 'Red Hook',
      address: '214 Van Brunt St, Brooklyn, NY 11231',
      at: [40.6805, -74.0089],
      price: 3,
      hours: 'lunch',
      menu: {
        handheld: [
          [
            'Connecticut Lobster Roll',
            'Sandwich',
            'Butter, not mayo. I have lost friends over this and I’d do it again.',
          ],
        ],
        entree: [['Clambake for One', 'Seafood, Gluten free']],
        sides: [['Corn on the Cob with Old Bay', 'Vegetables']],
        dessert: [
          [
            'Key Lime Pie on a Stick',
            'Pie, Chocolate',
            'Frozen, dipped, and eaten looking straight at the Statue.',
          ],
        ],
        beer: [['Harbor Wheat', '']],
      },
    },
    {
      name: 'Brighton Samovar',
      area: 'Brighton Beach',
      address: '311 Brighton Beach Ave, Brooklyn, NY 11235',
      at: [40.5776, -73.9626],
      price: 2,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Beef Stroganoff, the Real One',
            'Beef',
            'No noodles. Potatoes, like sticks. My babushka would approve, and she approves of nothing.',
          ],
        ],
        apps: [
          ['Siberian Pelmeni', 'Dumplings', 'Broth, dill, vinegar, sea air.'],
          ['Herring Under a Fur Coat', 'Seafood'],
        ],
        dessert: [['Honey Cake, Sixteen Layers', 'Cake', 'I counted.']],
        'other-drinks': [
          ['Kompot', ''],
          ['Tea from the Samovar with Jam', ''],
        ],
      },
    },
    {
      name: 'Surf Avenue Franks',
      area: 'Coney Island',
      address: '1217 Surf Ave, Brooklyn, NY 11224',
      at: [40.5757, -73.9797],
      price: 1,
      hours: 'fast',
      menu: {
        'fast-food': [
          [
            'Boardwalk Frank with Kraut',
            'Hot dog',
            'Snap heard round the world. Then the Cyclone. NOT the other way round.',
          ],
          ['Corn Dog, Salty Hands', 'Corn dog'],
          [
            'Crinkle Fries with a Wooden Fork',
            'Fries',
            'The little red fork makes it taste better. It’s science.',
          ],
        ],
        beer: [['Mermaid Pilsner', '']],
      },
    },
    {
      name: 'Hot Minute Chicken',
      area: 'Downtown Brooklyn',
      address: '415 Fulton St, Brooklyn, NY 11201',
      at: [40.6908, -73.9868],
      price: 1,
      hours: 'fast',
      menu: {
        'fast-food': [
          [
            'Spicy Minute Sandwich',
            'Chicken sandwich',
            'The queue goes out of the door and moves like a fire drill. Sixty-one seconds.',
          ],
          ['Tenders with Lime Ranch', 'Fried chicken'],
          ['Buttermilk Biscuit with Jam', 'Biscuit'],
        ],
        sides: [['Pickle Slaw', 'Salad']],
      },
    },
    {
      name: 'Bowl & Bolt',
      area: 'the Financial District',
      address: '58 Broad St, New York, NY 10004',
      at: [40.7051, -74.0118],
      price: 2,
      hours: 'weekdays',
      without: ['phone'],
      menu: {
        'fast-food': [
          [
            'Harissa Chicken Grain Bowl',
            'Rice bowl',
            'Ate it in the lift between two meetings. It was the better of the three.',
          ],
          ['Roasted Tomato Soup', 'Soup, Low sodium'],
          ['Kale Caesar Wrap', 'Wrap, Salad'],
        ],
        coffee: [['Oat Cold Brew', '']],
      },
    },
    {
      name: 'Kati Corner',
      area: 'Greenwich Village',
      address: '112 Macdougal St, New York, NY 10012',
      at: [40.7299, -74.0007],
      price: 1,
      hours: 'late',
      menu: {
        handheld: [
          ['Achari Paneer Kati Roll', 'Wrap, Vegetarian'],
          [
            'Double Egg Chicken Roll',
            'Wrap',
            'Foil off, egg on chin, 3 a.m., friend crying about her ex, roll consoling us both.',
          ],
        ],
        'fast-food': [['Masala Fries', 'Fries']],
        'other-drinks': [['Masala Chai', '', 'Boiled, not steeped. You can tell.']],
      },
    },
    {
      name: 'Curry Leaf House',
      area: 'Murray Hill',
      address: '138 Lexington Ave, New York, NY 10016',
      at: [40.7436, -73.9822],
      price: 2,
      hours: 'split',
      menu: {
        entree: [
          ['Chettinad Pepper Chicken', 'Indian, Chicken'],
          [
            'Paneer Ghee Roast',
            'Indian, Vegetarian, Gluten free',
            'Ask for two extra dosas. You have a sauce emergency coming.',
          ],
        ],
        breakfast: [
          [
            'Paper Masala Dosa',
            'Vegetarian',
            'It’s longer than the table. The child next to us applauded, so I did too.',
          ],
        ],
        sides: [
          ['Lemon Rice', 'Rice, Low sodium'],
          ['Malabar Parotta', ''],
        ],
        coffee: [
          [
            'Filter Coffee by the Metre',
            '',
            'He pours it from arm’s length into a steel cup without looking. Then he looks at you.',
          ],
        ],
      },
    },
    {
      name: 'Seoul Late Kitchen',
      area: 'Koreatown',
      address: '16 W 32nd St, New York, NY 10001',
      at: [40.7474, -73.9866],
      price: 2,
      hours: 'always',
      menu: {
        entree: [
          [
            'Kimchi Jjigae at Any Hour',
            'Korean, Pork',
            'Landed at JFK at 4 a.m., was here at 5. That’s how I knew that I was home.',
          ],
          [
            'Dolsot Bibimbap',
            'Korean, Vegetarian',
            'Don’t touch it for three minutes. The rice needs to sing.',
          ],
        ],
        apps: [['Seafood Pajeon', 'Seafood, Fried']],
        beer: [['Light Lager with Soju Bomb', '']],
      },
    },
    {
      name: 'Meze Astoria',
      area: 'Astoria',
      address: '30-78 31st St, Astoria, NY 11102',
      at: [40.7661, -73.9213],
      price: 2,
      hours: 'dinner',
      menu: {
        entree: [
          ['Octopus off the Coals', 'Greek, Seafood', 'Tender as a compliment.'],
          ['Lamb Kleftiko in Paper', 'Greek, Lamb'],
        ],
        handheld: [['Pork Gyro, Lemon and Mustard', 'Gyro']],
        apps: [['Saganaki on Fire', 'Cheese, Vegetarian', 'Opa. My eyebrows will be fine.']],
        sides: [
          [
            'Lemon Potatoes',
            'Potatoes',
            'They drink a whole lemon and a whole chicken’s worth of broth.',
          ],
        ],
        coffee: [['Frappé, Medium Sweet', '']],
      },
    },
    {
      name: 'Ridgewood Stube',
      area: 'Ridgewood',
      address: '66-17 Forest Ave, Ridgewood, NY 11385',
      at: [40.7046, -73.9041],
      price: 2,
      hours: 'dinner',
      without: ['website'],
      menu: {
        entree: [
          ['Jägerschnitzel', 'Pork', 'It hangs over the plate on both sides, like a good hat.'],
        ],
        sides: [
          ['Warm Potato Salad', 'Potatoes, Salad'],
          ['Spätzle with Gruyère', 'Mac and cheese'],
        ],
        beer: [
          ['Dunkel by the Litre', '', 'Lift with the legs.'],
          [
            'Kölsch Until You Cover the Glass',
            '',
            'They keep on bringing it until you put the coaster on top. Nobody told me. What a night.',
          ],
        ],
        dessert: [['Black Forest Cup', 'Cake, Chocolate']],
      },
    },
    {
      name: 'Washington Heights Chimi',
      area: 'Washington Heights',
      address: '1420 St Nicholas Ave, New York, NY 10033',
      at: [40.8489, -73.9341],
      price: 1,
      hours: 'late',
      without: ['website', 'hours'],
      menu: {
        burgers: [
          [
            'Chimi with Cabbage',
            '',
            'A Dominican burger with salsa rosa down to your elbows. Corner of 181st, ask anyone.',
          ],
        ],
        breakfast: [
          [
            'Mangú with Los Tres Golpes',
            'Eggs',
            'Three hits: cheese, salami, egg. Knocked out by ten in the morning.',
          ],
        ],
        'fast-food': [['Chicharrón de Pollo', 'Fried chicken']],
        'other-drinks': [
          ['Morir Soñando', '', 'It means “to die dreaming”. It’s orange and milk, and yes.'],
        ],
      },
    },
    {
      name: 'City Island Clam Bar',
      area: 'City Island',
      address: '587 City Island Ave, Bronx, NY 10464',
      at: [40.8446, -73.7858],
      price: 2,
      hours: 'lunch',
      menu: {
        apps: [
          [
            'Baked Clams Oreganata',
            'Seafood',
            'A dozen. Per person. Gulls watching like bouncers.',
          ],
        ],
        entree: [['Fried Seafood Platter', 'American, Seafood']],
        'mixed-drinks': [['Piña Colada by the Water', '']],
        dessert: [['Dockside Soft Serve', 'Ice cream']],
      },
    },
    {
      name: 'St George Ferry Diner',
      area: 'St George',
      address: '41 Bay St, Staten Island, NY 10301',
      at: [40.6427, -74.0759],
      price: 1,
      hours: 'always',
      menu: {
        breakfast: [
          [
            'Two Eggs Any Style, Home Fries',
            'Eggs',
            'Miss the ferry on purpose. There’s another in thirty minutes, and now you have eggs.',
          ],
          ['Silver-Dollar Pancakes', 'Pancakes, Vegetarian'],
        ],
        burgers: [
          ['Ferry Boat Deluxe', 'Cheeseburger'],
          ['Pizza Burger', ''],
        ],
        coffee: [['To-Go Cup for the Deck', '']],
        dessert: [['Rice Pudding with a Skirt of Cinnamon', '']],
      },
    },
    {
      name: 'Staten Island Sri Lankan Table',
      area: 'Tompkinsville',
      address: '114 Victory Blvd, Staten Island, NY 10301',
      at: [40.6372, -74.0773],
      price: 1,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Lamprais in Banana Leaf',
            'Chicken, Gluten free',
            'You unwrap it like a present from somebody who knows you.',
          ],
        ],
        sides: [
          ['Pol Sambol', 'Vegetables'],
          ['Dhal Curry', 'Beans, Low sodium'],
        ],
        breakfast: [['Egg Hoppers', 'Eggs, Vegetarian', 'A lace bowl with an egg asleep in it.']],
      },
    },
    {
      name: 'Ironbound Churrasqueira',
      area: 'Newark',
      address: '172 Ferry St, Newark, NJ 07105',
      at: [40.7282, -74.1562],
      price: 2,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Rodízio, All the Skewers',
            'American, Beef',
            'Flip the token to green, say goodbye to your belt.',
          ],
          ['Bacalhau à Brás', 'Seafood'],
        ],
        dessert: [
          [
            'Pastel de Nata, Still Warm',
            'Pastry',
            'Six in the box, five when I got to Penn Station, none by Manhattan.',
          ],
        ],
        wine: [
          ['Vinho Verde, Ice Bucket', ''],
          ['Douro Red', ''],
        ],
        sides: [['Batatas à Murro', 'Potatoes']],
      },
    },
    {
      name: 'Hoboken Roast & Roll',
      area: 'Hoboken',
      address: '613 Washington St, Hoboken, NJ 07030',
      at: [40.7443, -74.0291],
      price: 1,
      hours: 'cafe',
      menu: {
        handheld: [
          [
            'Roast Beef and Fresh Mutz',
            'Sandwich',
            'The mutz was made while I was in the queue. It was still sighing.',
          ],
        ],
        breakfast: [
          [
            'Taylor Ham, Egg and Cheese',
            'Breakfast sandwich, Eggs',
            'Taylor ham. Not the other name. We’re not having this discussion.',
          ],
        ],
        coffee: [
          ['Path Train Latte', ''],
          ['Iced Maple Cold Foam', ''],
        ],
      },
    },
    {
      name: 'Rockaway Fry Shack',
      area: 'Rockaway Beach',
      address: '95-04 Rockaway Beach Blvd, Rockaway Beach, NY 11693',
      at: [40.5859, -73.8166],
      price: 1,
      hours: 'fast',
      without: ['price', 'hours'],
      menu: {
        'fast-food': [
          [
            'Blackened Fish Taco, Two',
            'Taco',
            'Sand in the taco. Sand in everything. Ten out of ten.',
          ],
          ['Clam Strip Basket', ''],
        ],
        sides: [['Cajun Fries in a Bucket', 'Fries']],
        'mixed-drinks': [['Frozen Watermelon Daiquiri', '']],
        'other-drinks': [['Fresh-Squeezed Limeade', '']],
      },
    },
    {
      name: 'Yonkers Brew Barn',
      area: 'Yonkers',
      address: '86 Main St, Yonkers, NY 10701',
      at: [40.9347, -73.9009],
      price: 2,
      hours: 'bar',
      menu: {
        burgers: [
          ['Brew Barn Onion Burger', 'Smash, Cheeseburger'],
          ['Pretzel Bun Bison', 'Bison'],
        ],
        beer: [
          ['Barn Red Ale', ''],
          [
            'Hudson Hefeweizen',
            '',
            'Banana, clove, river, train going by. In my top three for exactly that minute.',
          ],
        ],
        apps: [
          [
            'Loaded Nachos, Two Trays',
            'Nachos',
            'The cheese reaches the bottom layer. Somebody planned this.',
          ],
        ],
      },
    },
    {
      name: 'Montclair Green Table',
      area: 'Montclair',
      address: '529 Bloomfield Ave, Montclair, NJ 07042',
      at: [40.8154, -74.2148],
      price: 3,
      hours: 'split',
      menu: {
        entree: [
          [
            'Mushroom Wellington',
            'Vegan, Low sodium',
            'My father-in-law asked who the butcher was. We let him believe.',
          ],
        ],
        pizza: [
          ['Gluten-Free Margherita', 'Gluten free, Margherita, Vegetarian'],
          ['Zucchini Ribbon White Pie', 'White pizza, Vegetarian'],
        ],
        dessert: [['Cashew Cheesecake', 'Cake, Vegan']],
        wine: [['Biodynamic Orange', '']],
        'mixed-drinks': [['Beet Old Fashioned', '']],
      },
    },
  ],
}
