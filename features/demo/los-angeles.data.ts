import type { DemoCity } from './demo-city.ts'

/** Invented restaurants on real streets; house numbers, phones and websites lead nowhere. */
export const losAngeles: DemoCity = {
  name: 'Los Angeles, CA, US',
  centre: [34.05223, -118.24368],
  areaCode: 213,
  restaurants: [
    {
      name: 'El Faro del Este',
      area: 'Boyle Heights',
      address: '2217 E 1st St, Los Angeles, CA 90033',
      at: [34.0461, -118.2098],
      price: 1,
      hours: 'late',
      menu: {
        handheld: [
          [
            'Al Pastor from the Trompo',
            'Taco',
            'He flicks the pineapple off the top without looking and it lands on the taco. Every. Single. Time.',
          ],
          [
            'Suadero Taco',
            'Taco',
            'Midnight, kerb, paper plate, grilled onion. Nothing wrong in the world for four bites.',
          ],
          ['Wet Burrito, Red and Green', 'Burrito'],
        ],
        breakfast: [['Chilaquiles Verdes', 'Eggs', 'Half crisp, half soft, all mine.']],
        'other-drinks': [
          ['Agua de Jamaica', '', 'Not sweet! They got it right, it is NOT too sweet.'],
        ],
      },
    },
    {
      name: 'Mariscos La Sirena Azul',
      area: 'East Los Angeles',
      address: '3814 Whittier Blvd, Los Angeles, CA 90023',
      at: [34.0241, -118.1866],
      price: 1,
      hours: 'lunch',
      menu: {
        apps: [
          [
            'Aguachile Negro',
            'Seafood',
            'First it is cold, then it is sour, then you are crying and reaching for more.',
          ],
        ],
        handheld: [
          [
            'Crispy Shrimp Taco',
            'Taco',
            'Fried shut, crackling, red salsa on top. Order four; you were going to order four anyway.',
          ],
        ],
        beer: [
          ['Michelada with Clamato', '', 'A hangover and its cure shaking hands in one glass.'],
        ],
        'mixed-drinks': [['Tamarind Margarita', '']],
      },
    },
    {
      name: 'Second Street Standard',
      area: 'the Arts District',
      address: '833 E 3rd St, Los Angeles, CA 90013',
      at: [34.0456, -118.2352],
      price: 2,
      hours: 'lunch',
      menu: {
        burgers: [
          [
            'The Standard',
            'Smash, Cheeseburger',
            'Two thin patties, crust like toffee, one slice of very American cheese. I flew back from Denver a day early.',
          ],
          [
            'Chile Verde Burger',
            'Cheeseburger',
            'Hatch chile until your ears ring. Napkins on your lap AND on your phone.',
          ],
          [
            'Beet and Black Bean Burger',
            'Veggie',
            'It bleeds, but it’s beet. My carnivore uncle never noticed.',
          ],
        ],
        sides: [['Twice-Fried Fries', 'Fries']],
        'other-drinks': [['Date Shake', '', 'Like drinking a road trip to Indio.']],
      },
    },
    {
      name: 'Burger Bungalow',
      area: 'Atwater Village',
      address: '3168 Glendale Blvd, Los Angeles, CA 90039',
      at: [34.1176, -118.2612],
      price: 1,
      hours: 'fast',
      menu: {
        burgers: [
          ['Bungalow Double', 'Cheeseburger'],
          ['Pastrami Burger', '', 'A burger wearing another sandwich as a hat.'],
          ['Teriyaki Turkey Burger', 'Turkey'],
        ],
        sides: [
          ['Zucchini Sticks', 'Vegetables'],
          ['Chili Cheese Fries', 'Fries', 'Eat with a fork, and after dark.'],
        ],
        'fast-food': [
          ['Kids’ Cheeseburger in a Box', 'Cheeseburger'],
          [
            'Orange Cream Shake',
            'Milkshake',
            'Tastes like the ice cream van finally stopped at our house.',
          ],
        ],
      },
    },
    {
      name: 'Fairfax Grind House',
      area: 'Fairfax',
      address: '431 N Fairfax Ave, Los Angeles, CA 90036',
      at: [34.0794, -118.3614],
      price: 3,
      hours: 'late',
      menu: {
        burgers: [
          [
            'Dry-Aged Burger with Bone Marrow Butter',
            '',
            'I’m a nurse. I know what this does to arteries. Twice a month.',
          ],
          ['Mushroom and Gruyère Burger', 'Mushroom, Cheeseburger'],
        ],
        apps: [['Dill Pickle Latkes', 'Fried, Vegetarian']],
        'mixed-drinks': [
          [
            'Smoked Mezcal Sour',
            '',
            'Campfire in a coupe. The egg white has a little drawing on it, mine was a snail.',
          ],
        ],
        beer: [['Echo Park Hazy', '']],
      },
    },
    {
      name: 'Sonora Smoke',
      area: 'Highland Park',
      address: '5612 N Figueroa St, Los Angeles, CA 90042',
      at: [34.1094, -118.1934],
      price: 2,
      hours: 'dinner',
      menu: {
        entree: [
          [
            'Carne Asada over Mesquite',
            'Mexican, Beef',
            'You smell it from the train. I got off two stops early.',
          ],
          ['Pollo a la Brasa Half Bird', 'Chicken, Gluten free'],
        ],
        handheld: [
          [
            'Flour-Tortilla Caramelo',
            'Taco',
            'The tortilla is so thin that you can read through it. Don’t read, eat.',
          ],
        ],
        sides: [
          ['Frijoles Charros', 'Beans'],
          ['Charred Nopales', 'Vegetables, Low sodium'],
        ],
        beer: [['Sonoran Lager', '']],
        'mixed-drinks': [
          ['Bacanora Old Fashioned', '', 'Smoke, orange, a long look out of the window.'],
        ],
      },
    },
    {
      name: 'Figueroa Coffee Works',
      area: 'Highland Park',
      address: '6113 York Blvd, Los Angeles, CA 90042',
      at: [34.1212, -118.1948],
      price: 1,
      hours: 'cafe',
      menu: {
        coffee: [
          [
            'Café de Olla Latte',
            '',
            'Piloncillo and orange peel. It smells like my grandmother’s kitchen at six in the morning.',
          ],
          ['Geisha Pour-Over', '', 'Eleven dollars. I was ready to be angry. I was not angry.'],
          ['Cold Brew with Orange', ''],
        ],
        breakfast: [
          [
            'Concha Sandwich with Egg',
            'Breakfast sandwich, Eggs',
            'Sweet bun, salty egg, hot sauce. A tiny argument that everybody wins.',
          ],
        ],
        dessert: [['Guava Cheese Turnover', 'Pastry']],
      },
    },
    {
      name: 'Sunset Junction Espresso',
      area: 'Silver Lake',
      address: '3914 Sunset Blvd, Los Angeles, CA 90029',
      at: [34.0922, -118.2796],
      price: 2,
      hours: 'cafe',
      menu: {
        coffee: [
          [
            'Iced Almond Macadamia Latte',
            '',
            'They make the milk at night while we sleep, like the shoemaker’s elves.',
          ],
          ['Gibraltar', ''],
        ],
        breakfast: [
          [
            'Ricotta Toast with Persimmon',
            'Vegetarian',
            'I know. Toast. I paid for toast. I would pay again.',
          ],
        ],
        dessert: [['Tahini Chocolate Cookie', 'Cookies, Chocolate, Vegan']],
        'other-drinks': [['Ceremonial Matcha', '']],
      },
    },
    {
      name: 'Bar Perdido',
      area: 'Echo Park',
      address: '1718 W Sunset Blvd, Los Angeles, CA 90026',
      at: [34.0778, -118.2601],
      price: 3,
      hours: 'bar',
      menu: {
        wine: [
          ['Skin-Contact Malvasia', '', 'Tastes like apricots that went to art school.'],
          ['Pét-Nat on the Patio', ''],
          [
            'Cinsault, Slightly Chilled',
            '',
            'A red for people who are too hot for red. Me, from May to November.',
          ],
        ],
        apps: [['Anchovies with Too Much Butter', 'Seafood', 'The correct amount of butter.']],
        'mixed-drinks': [['Vermouth and Soda', '']],
      },
    },
    {
      name: 'Hanok Grill',
      area: 'Koreatown',
      address: '3465 W 6th St, Los Angeles, CA 90020',
      at: [34.0635, -118.2981],
      price: 3,
      hours: 'late',
      menu: {
        entree: [
          [
            'Galbi over Charcoal',
            'Korean, Beef',
            'The aunties cut it with scissors faster than I can chew. Go with six people and no plans.',
          ],
          [
            'Spicy Braised Short Rib with Cheese',
            'Korean, Beef',
            'They torch the cheese at the table. My phone lens is still sticky.',
          ],
          ['Soft Tofu Stew', 'Korean, Seafood'],
        ],
        sides: [
          [
            'Banchan, All Nine',
            'Vegetables',
            'Free refills on the potato ones. Do not tell my cousins.',
          ],
          ['Corn Cheese', ''],
        ],
        'mixed-drinks': [['Yogurt Soju', '']],
      },
    },
    {
      name: 'Seoulful Chicken',
      area: 'Koreatown',
      address: '528 S Western Ave, Los Angeles, CA 90020',
      at: [34.0643, -118.3093],
      price: 2,
      hours: 'late',
      menu: {
        apps: [
          [
            'Soy Garlic Wings',
            'Wings, Fried',
            'You can hear them from the next table. That crunch is a public announcement.',
          ],
          ['Kimchi Pancake', 'Vegetarian'],
        ],
        'fast-food': [
          [
            'Gochujang Chicken Sandwich',
            'Chicken sandwich',
            'Red, shiny, dangerous. I finished my friend’s too.',
          ],
          ['Popcorn Chicken Cup', 'Fried chicken'],
        ],
        beer: [['Pitcher of Cold Lager', '']],
      },
    },
    {
      name: 'Thai Junction',
      area: 'Thai Town',
      address: '5229 Hollywood Blvd, Los Angeles, CA 90027',
      at: [34.1018, -118.3037],
      price: 1,
      hours: 'late',
      menu: {
        entree: [
          [
            'Khao Soi with Chicken Leg',
            'Thai, Chicken',
            'Crispy noodles on soft noodles. Why does nobody else put noodles on noodles?',
          ],
          [
            'Jungle Curry, Thai Hot',
            'Thai, Pork',
            'I asked for Thai hot. I met God. She was sweating too.',
          ],
        ],
        apps: [['Crispy Rice Salad with Sour Sausage', 'Fried']],
        dessert: [
          [
            'Mango Sticky Rice',
            'Fruit, Vegan',
            'Only when the mangoes are right. If they say no today, believe them.',
          ],
        ],
        'other-drinks': [['Thai Iced Tea', '']],
      },
    },
    {
      name: 'Golden Crane',
      area: 'San Gabriel',
      address: '248 W Valley Blvd, San Gabriel, CA 91776',
      at: [34.0789, -118.1043],
      price: 2,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Lobster Noodles, House Style',
            'Chinese, Seafood',
            'Dad’s retirement, my wedding, and last Tuesday.',
          ],
          ['Mapo Tofu, Numbing', 'Chinese, Pork'],
        ],
        apps: [
          [
            'Soup Dumplings',
            'Dumplings',
            'Spoon, nibble, sip, vinegar, gone. Burn your tongue once and you learn for life.',
          ],
          ['Scallion Pancake Beef Roll', 'Fried'],
        ],
        sides: [
          [
            'Garlic Pea Shoots',
            'Vegetables',
            'The bill came and the most expensive thing was a vegetable. And we had fought over it.',
          ],
        ],
      },
    },
    {
      name: 'Valley Congee House',
      area: 'Alhambra',
      address: '906 E Garvey Ave, Monterey Park, CA 91755',
      at: [34.0627, -118.1149],
      price: 1,
      hours: 'diner',
      menu: {
        breakfast: [
          ['Pork and Century Egg Congee', 'Eggs', 'When I’m ill, when I’m sad, when it is Sunday.'],
          ['Crullers with Hot Soy Milk', 'Vegetarian'],
        ],
        entree: [
          [
            'Hainan Chicken Rice',
            'Chicken',
            'The rice is the main act. The chicken is just there to be polite.',
          ],
        ],
        coffee: [['Yuenyeung', '', 'Half coffee, half tea, all awake.']],
      },
    },
    {
      name: 'Little Tokyo Katsu Bar',
      area: 'Little Tokyo',
      address: '341 E 2nd St, Los Angeles, CA 90012',
      at: [34.0486, -118.2398],
      price: 2,
      hours: 'split',
      menu: {
        entree: [
          [
            'Kurobuta Katsu Curry',
            'Japanese, Pork',
            'Crust stays crisp under the curry until the very last bite. It’s engineering.',
          ],
          ['Uni and Ikura Don', 'Japanese, Seafood'],
        ],
        handheld: [
          [
            'Egg Salad Sando',
            'Sandwich, Vegetarian',
            'Bread like a pillow, eggs like a cloud. I napped afterwards, to stay on theme.',
          ],
        ],
        sides: [['Potato Salad with Cucumber', 'Potatoes, Salad']],
        beer: [['Draft Rice Lager, Frozen Foam', '']],
      },
    },
    {
      name: 'First Light Sushi',
      area: 'Sawtelle',
      address: '2039 Sawtelle Blvd, Los Angeles, CA 90025',
      at: [34.0397, -118.4432],
      price: 4,
      hours: 'dinner',
      menu: {
        entree: [
          [
            'Twelve-Piece Omakase',
            'Japanese, Seafood, Gluten free',
            'Piece seven was a scallop. I have thought about piece seven every day since March.',
          ],
        ],
        dessert: [['Black Sesame Custard', '', 'Looks like wet cement, tastes like a lullaby.']],
        wine: [
          ['Champagne, Grower’s', ''],
          ['Junmai by the Carafe', ''],
        ],
        'other-drinks': [['Cold-Steeped Gyokuro', '']],
      },
    },
    {
      name: 'Casa de Masa',
      area: 'Downtown',
      address: '318 S Broadway, Los Angeles, CA 90013',
      at: [34.0503, -118.2487],
      price: 1,
      hours: 'lunch',
      menu: {
        handheld: [
          ['Duck Carnitas Taco', 'Taco'],
          [
            'Pupusa-Style Stuffed Tortilla',
            'Vegetarian',
            'Loroco and cheese, curtido on top. Three for lunch and I’m useless till five.',
          ],
        ],
        apps: [
          [
            'Esquites with Bone Marrow',
            '',
            'Corn, lime, marrow, spoon. I scraped the bone and then the cup.',
          ],
          ['Guacamole with Chapulines', 'Dips'],
        ],
        'mixed-drinks': [['Mezcal Paloma', '']],
      },
    },
    {
      name: 'Bunker Hill Chop House',
      area: 'Bunker Hill',
      address: '404 S Grand Ave, Los Angeles, CA 90071',
      at: [34.0512, -118.2529],
      price: 4,
      hours: 'dinner',
      menu: {
        entree: [
          [
            'Ribeye for Two, Oak-Fired',
            'American, Beef',
            'For two, they say. We were two. We were defeated.',
          ],
          ['Roast Cauliflower Steak', 'Vegan, Low sodium'],
        ],
        sides: [
          ['Creamed Spinach', 'Vegetables'],
          [
            'Hash Brown Cake',
            'Potatoes',
            'As wide as a hat and just as crisp. I came for the steak and I remember the potato.',
          ],
        ],
        wine: [
          ['Napa Cabernet, Big', '', 'It arrived, it sat down, it told us about its divorce.'],
          ['Sonoma Chardonnay', ''],
        ],
        'mixed-drinks': [
          [
            'Martini with the Sidecar on Ice',
            '',
            'The second half is as cold as the first. Civilisation.',
          ],
        ],
      },
    },
    {
      name: 'Slice of Alameda',
      area: 'Chinatown',
      address: '970 N Broadway, Los Angeles, CA 90012',
      at: [34.0652, -118.2379],
      price: 1,
      hours: 'lunch',
      menu: {
        pizza: [
          [
            'Cheese Slice, Reheated Right',
            'New York style',
            'From New York. Was sceptical. Now I’m homesick and cured at the same time.',
          ],
          ['Pepperoni and Hot Honey', 'New York style, Pepperoni'],
          ['White Slice with Burnt Garlic', 'New York style, White pizza, Vegetarian'],
          [
            'Mala Lamb Square',
            'Sicilian',
            'Cumin, chile, tingle. Chinatown on a slice and nobody can tell me otherwise.',
          ],
        ],
        'other-drinks': [['Lychee Black Tea', '']],
      },
    },
    {
      name: 'Forno Vento',
      area: 'Venice',
      address: '1424 Abbot Kinney Blvd, Venice, CA 90291',
      at: [33.9901, -118.4661],
      price: 3,
      hours: 'dinner',
      menu: {
        pizza: [
          [
            'Squash Blossom and Burrata',
            'Neapolitan, White pizza, Vegetarian',
            'It looks like a bouquet. I felt bad for about a second.',
          ],
          ['Margherita with Garden Basil', 'Neapolitan, Margherita, Vegetarian'],
          ['Yellow Tomato and Stracciatella', 'Neapolitan, Vegetarian'],
          ['Clam, Garlic and Chile', 'Neapolitan', 'Ocean on a crust, ten minutes from the ocean.'],
        ],
        wine: [
          ['Vermentino by the Sea', ''],
          [
            'Etna Rosso',
            '',
            'Volcano juice. You can taste the smoke, or else somebody nearby was surfing too close to the grill.',
          ],
        ],
        dessert: [['Olive Oil Cake', 'Cake']],
      },
    },
    {
      name: 'Pier House',
      area: 'Santa Monica',
      address: '1618 Ocean Ave, Santa Monica, CA 90401',
      at: [34.0106, -118.4935],
      price: 3,
      hours: 'allday',
      menu: {
        entree: [
          ['Cioppino with Sourdough', 'Italian, Seafood'],
          ['Branzino, Head On', 'Mediterranean, Seafood, Low sodium'],
        ],
        apps: [
          [
            'Fried Calamari with Lemon Wheels',
            'Fried, Seafood',
            'They fry the lemon too. Eat the lemon.',
          ],
        ],
        handheld: [['Crab Cake Sandwich', 'Sandwich']],
        'mixed-drinks': [['Sunset Spritz', '', 'Order at 7:40 in July. Look left.']],
        wine: [['Central Coast Rosé', '']],
      },
    },
    {
      name: 'Marine Layer Tacos',
      area: 'Mar Vista',
      address: '12221 Venice Blvd, Los Angeles, CA 90066',
      at: [34.0029, -118.4306],
      price: 1,
      hours: 'fast',
      menu: {
        'fast-food': [
          ['Battered Fish Taco', 'Taco', 'Ensenada rules: cabbage, crema, no nonsense.'],
          [
            'Bean and Cheese Burrito',
            'Burrito',
            'Two forty-nine of pure devotion. Add a fried chile.',
          ],
          ['Nachos in a Paper Boat', 'Nachos'],
        ],
        'other-drinks': [['Pineapple Agua Fresca', '']],
      },
    },
    {
      name: 'Comet Drive-In',
      area: 'Burbank',
      address: '2911 W Olive Ave, Burbank, CA 91505',
      at: [34.1582, -118.3352],
      price: 1,
      hours: 'fast',
      menu: {
        'fast-food': [
          [
            'Comet Combo Number Four',
            'Burger',
            'Carhop on skates, shake in the holder, radio on. My daughter thinks I invented the past.',
          ],
          ['Loaded Chili Dog', 'Hot dog'],
          ['Onion Ring Tower', 'Onion rings'],
        ],
        burgers: [
          ['Meteor with Jalapeños', 'Cheeseburger'],
          [
            'Double Bacon Orbit',
            'Bacon, Cheeseburger',
            'Re-entry was difficult. No regrets at mission control.',
          ],
        ],
        dessert: [['Banana Split, Two Spoons', 'Ice cream, Fruit']],
      },
    },
    {
      name: 'Crisp & Co.',
      area: 'Culver City',
      address: '9523 Culver Blvd, Culver City, CA 90232',
      at: [34.0236, -118.3949],
      price: 2,
      hours: 'weekdays',
      menu: {
        'fast-food': [
          [
            'Green Goddess Salad Bowl',
            'Salad, Low sodium',
            'I eat this so that I may eat the nuggets.',
          ],
          ['Air-Crisped Nuggets', 'Chicken nuggets'],
          ['Salmon Rice Bowl', 'Rice bowl'],
        ],
        coffee: [['Vietnamese Iced Coffee', '']],
      },
    },
    {
      name: 'Papa Tigran',
      area: 'Glendale',
      address: '1024 E Broadway, Glendale, CA 91205',
      at: [34.1464, -118.2427],
      price: 2,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Lamb Chop Plate with Lavash',
            'Mediterranean, Lamb',
            'Grandma counts the chops on your plate and adds one.',
          ],
          ['Dolma with Sour Cherry', 'Mediterranean, Vegetarian'],
        ],
        handheld: [
          [
            'Lule Kebab Wrap',
            'Wrap',
            'Grilled pepper hidden at the bottom. A reward for those who finish.',
          ],
        ],
        apps: [['Muhammara', 'Dips, Vegetarian']],
        dessert: [
          [
            'Ponchik with Custard',
            'Doughnuts, Pastry',
            'Hot out of the fryer, custard everywhere, sugar on my keyboard as I type.',
          ],
        ],
        coffee: [
          [
            'Soorj in a Copper Pot',
            '',
            'Turn the cup over after. Tell them Tigran’s wife read mine and she was right about the job.',
          ],
        ],
      },
    },
    {
      name: 'Colorado Blvd Creamery',
      area: 'Pasadena',
      address: '1276 E Colorado Blvd, Pasadena, CA 91106',
      at: [34.1459, -118.1275],
      price: 1,
      hours: 'allday',
      menu: {
        dessert: [
          [
            'Earl Grey and Honeycomb Cone',
            'Ice cream',
            'Polite at first, then it steals your whole afternoon.',
          ],
          ['Strawberry Buttermilk Sundae', 'Ice cream, Fruit'],
          ['Churro Ice Cream Sandwich', 'Ice cream, Cookies'],
        ],
        'other-drinks': [['Cherry Lime Soda', '']],
        coffee: [
          [
            'Affogato, Double Shot',
            '',
            'The only meeting I look forward to: espresso with vanilla.',
          ],
        ],
      },
    },
    {
      name: 'Old Mill Pancake Room',
      area: 'Pasadena',
      address: '84 W Green St, Pasadena, CA 91105',
      at: [34.1442, -118.1531],
      price: 2,
      hours: 'diner',
      menu: {
        breakfast: [
          [
            'Lemon Ricotta Hotcakes',
            'Pancakes, Vegetarian',
            'They wobble. I asked the waiter if they were meant to wobble and he put his hand on his heart.',
          ],
          [
            'Dutch Baby',
            'Pancakes, Vegetarian',
            'It comes up like a hat and sits down like a sigh.',
          ],
          ['Machaca and Eggs', 'Eggs'],
        ],
        sides: [
          ['Thick Bacon with Brown Sugar', ''],
          ['Seasonal Fruit Bowl', 'Low sodium'],
        ],
        coffee: [['House Drip in a Thermos', '']],
      },
    },
    {
      name: 'Leimert Soul Kitchen',
      area: 'Leimert Park',
      address: '4327 Degnan Blvd, Los Angeles, CA 90008',
      at: [34.0056, -118.3315],
      price: 2,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Oxtails with Butter Beans',
            'American, Beef',
            'Got there at noon, got the last plate, got three marriage proposals on the pavement.',
          ],
          ['Fried Catfish and Spaghetti', 'American, Seafood'],
        ],
        sides: [
          ['Candied Yams', 'Potatoes', 'My auntie asked who made them. I said I did. Forgive me.'],
          ['Five-Cheese Mac', 'Mac and cheese', 'Spoon stands up by itself.'],
        ],
        dessert: [['Sweet Potato Pie', 'Pie', 'Jazz outside, pie inside.']],
        'other-drinks': [['Half-and-Half Tea Lemonade', '']],
      },
    },
    {
      name: 'Pico Injera',
      area: 'Little Ethiopia',
      address: '1041 S Fairfax Ave, Los Angeles, CA 90019',
      at: [34.0573, -118.3645],
      price: 2,
      hours: 'split',
      menu: {
        entree: [
          [
            'Veggie Utopia for Three',
            'Ethiopian, Vegan',
            'Fourteen colours on one tray. We were silent, and we are not a silent family.',
          ],
          ['Kitfo, Barely Warm', 'Ethiopian, Beef'],
        ],
        coffee: [['Jebena Coffee, Three Rounds', '']],
        beer: [['Honey Beer', '']],
        wine: [
          [
            'Tej in a Berele',
            '',
            'Honey wine from a flask that looks like a science lesson. I passed.',
          ],
        ],
      },
    },
    {
      name: 'Shahrzad Garden',
      area: 'Westwood',
      address: '1442 Westwood Blvd, Los Angeles, CA 90024',
      at: [34.0523, -118.4376],
      price: 3,
      hours: 'lunch',
      menu: {
        entree: [
          [
            'Barg with Saffron Rice',
            'Mediterranean, Beef',
            'Flat, tender, grilled tomato, raw egg yolk if you ask. You should ask.',
          ],
          [
            'Ghormeh Sabzi',
            'Lamb, Gluten free',
            'If it is not almost black, it is not ready. Here it’s ready.',
          ],
        ],
        sides: [
          ['Tahdig', 'Rice', 'The burnt bottom of the pot, and people pay extra. I’m people.'],
        ],
        dessert: [['Saffron Ice Cream with Pistachio', 'Ice cream']],
        'other-drinks': [['Doogh with Mint', '']],
      },
    },
    {
      name: 'Canyon Pie Society',
      area: 'Studio City',
      address: '12047 Ventura Pl, Studio City, CA 91604',
      at: [34.1431, -118.3927],
      price: 2,
      hours: 'dinner',
      menu: {
        pizza: [
          ['Fennel Sausage and Shishito', 'Thin crust'],
          ['Potato, Rosemary and Egg', 'Thin crust, White pizza, Vegetarian'],
          [
            'Gluten-Free Pesto Pie',
            'Gluten free, Vegetarian',
            'I have coeliac. I cried into the crust and it stayed crisp.',
          ],
          ['Fig and Blue Grandma Pie', 'Sicilian, White pizza, Vegetarian'],
        ],
        sides: [['Chopped Salad, Extra Salami', 'Salad']],
        wine: [['Barbera, House Tap', '']],
        beer: [['Ventura Blonde', '']],
      },
    },
    {
      name: 'NoHo Deep',
      area: 'North Hollywood',
      address: '5226 Lankershim Blvd, North Hollywood, CA 91601',
      at: [34.1662, -118.3757],
      price: 2,
      hours: 'late',
      menu: {
        pizza: [
          [
            'Caramel-Edge Pepperoni Pan',
            'Detroit style, Pepperoni',
            'The edge tastes like the cheese you scrape off the toastie maker. You know. You do it too.',
          ],
          ['Elote Pan Pizza', 'Detroit style, Vegetarian'],
          ['Spinach Deep Dish', 'Chicago deep dish, Vegetarian'],
        ],
        apps: [
          [
            'Ranch Flight',
            'Dips, Vegetarian',
            'Five ranches. In a row. Like a wine tasting for honest people.',
          ],
        ],
        beer: [
          ['Valley Red Ale', ''],
          ['Session Sour', ''],
        ],
      },
    },
    {
      name: 'Sherman Smokes',
      area: 'Van Nuys',
      address: '14418 Sherman Way, Van Nuys, CA 91405',
      at: [34.2009, -118.4468],
      price: 2,
      hours: 'lunch',
      without: ['website'],
      menu: {
        entree: [
          [
            'Tri-Tip with Pinquito Beans',
            'American, Beef',
            'Santa Maria style, red oak smoke, in a car park. The best smell in the whole Valley.',
          ],
        ],
        handheld: [['Hot Link on Garlic Bread', 'Hot dog, Sandwich']],
        sides: [['Pinquito Beans', 'Beans']],
        burgers: [['Tri-Tip Burger', '']],
      },
    },
    {
      name: 'Inglewood Chicken & Waffle Works',
      area: 'Inglewood',
      address: '312 E Manchester Blvd, Inglewood, CA 90301',
      at: [33.9609, -118.3492],
      price: 2,
      hours: 'allday',
      menu: {
        breakfast: [
          [
            'Three Wings and a Waffle',
            'Waffles',
            'Syrup on the chicken. Hot sauce on the waffle. Yes, that way round.',
          ],
          ['Shrimp and Grits with an Egg', 'Eggs'],
        ],
        'fast-food': [
          [
            'Fried Chicken Bucket, Eight Piece',
            'Fried chicken',
            'Fed the whole bench at my son’s game. We lost 9–1 and nobody cared.',
          ],
        ],
        sides: [['Red Beans and Rice', 'Beans, Rice']],
        'other-drinks': [['Cherry Punch in a Mason Jar', '']],
      },
    },
    {
      name: 'Gardena Ramen Lab',
      area: 'Gardena',
      address: '1627 W Redondo Beach Blvd, Gardena, CA 90247',
      at: [33.8917, -118.3066],
      price: 1,
      hours: 'split',
      menu: {
        entree: [
          [
            'Tonkotsu, Rich, Firm',
            'Japanese, Pork',
            'Eighteen hours of bones. Ten minutes of me. Seven seconds until I say “kaedama”.',
          ],
          ['Vegan Tantanmen', 'Japanese, Vegan'],
        ],
        apps: [['Takoyaki', 'Seafood, Fried']],
        sides: [['Spicy Bean Sprouts', 'Vegetables']],
      },
    },
    {
      name: 'Torrance Plate Lunch',
      area: 'Torrance',
      address: '1738 Cabrillo Ave, Torrance, CA 90501',
      at: [33.8337, -118.3148],
      price: 1,
      hours: 'lunch',
      menu: {
        entree: [['Kalua Pork Plate', 'Pork, Gluten free']],
        breakfast: [['Loco Moco', 'Eggs', 'Rice, patty, egg, gravy, surf report. In that order.']],
        sides: [['Mac Salad, Double Scoop', 'Salad', 'Nobody admits that this is why we come.']],
        'fast-food': [['Spam Musubi', '', 'Fits in a wetsuit. I have checked.']],
        dessert: [['Hot Malasadas', 'Doughnuts']],
      },
    },
    {
      name: 'South Bay Strand Grill',
      area: 'Manhattan Beach',
      address: '1121 Manhattan Ave, Manhattan Beach, CA 90266',
      at: [33.8862, -118.4094],
      price: 3,
      hours: 'allday',
      menu: {
        burgers: [
          [
            'Strand Burger with Avocado',
            'Cheeseburger',
            'Volleyball, shower, burger. In the right order it’s the best day of the week.',
          ],
          ['Crispy Mushroom Burger', 'Mushroom, Veggie'],
        ],
        breakfast: [
          [
            'Surfer’s Burrito',
            'Breakfast burrito',
            'Eat half before the waves and half after. Ha. As if.',
          ],
        ],
        beer: [
          ['West Coast IPA, Piney', '', 'Bitter as my ex, twice as refreshing.'],
          ['Blood Orange Wheat', ''],
        ],
        'mixed-drinks': [['Frozen Margarita, Pier Size', '']],
      },
    },
    {
      name: 'Downey Diner 66',
      area: 'Downey',
      address: '8046 Firestone Blvd, Downey, CA 90241',
      at: [33.9402, -118.1329],
      price: 1,
      hours: 'always',
      menu: {
        breakfast: [
          ['Trucker’s Breakfast', 'Eggs', 'Three eggs, two meats, one nap.'],
          ['Cinnamon Swirl French Toast', 'French toast, Vegetarian'],
        ],
        burgers: [
          [
            'Patty Melt at 3 A.M.',
            'Cheeseburger',
            'I don’t know if it is good at noon. I have only ever seen it at night.',
          ],
        ],
        coffee: [['Cup of Joe', '']],
        dessert: [['Coconut Cream Pie', 'Pie']],
      },
    },
    {
      name: 'Whittier Greenleaf Bistro',
      area: 'Whittier',
      address: '6738 Greenleaf Ave, Whittier, CA 90601',
      at: [33.9788, -118.0369],
      price: 3,
      hours: 'dinner',
      menu: {
        entree: [
          ['Coq au Vin', 'French, Chicken', 'The sauce has a PhD.'],
          ['Moules with Saffron', 'French, Seafood'],
        ],
        wine: [
          ['Burgundy by the Glass', ''],
          ['Sancerre', ''],
        ],
        dessert: [
          [
            'Chocolate Soufflé',
            'Chocolate, Cake',
            'Order it first. It takes twenty-five minutes and I’m not patient.',
          ],
        ],
      },
    },
    {
      name: 'Pho Bolsa Norte',
      area: 'West Adams',
      address: '4719 W Adams Blvd, Los Angeles, CA 90016',
      at: [34.0326, -118.3384],
      price: 1,
      hours: 'lunch',
      menu: {
        entree: [
          ['Bun Bo Hue', 'Vietnamese, Beef', 'Louder than pho. My nose ran, my heart sang.'],
        ],
        handheld: [
          ['Lemongrass Tofu Banh Mi', 'Banh mi, Vegetarian'],
          [
            'Number Seven, Everything',
            'Banh mi, Sandwich',
            'Pâté, ham, headcheese, chile, an actual argument about who gets the second half.',
          ],
        ],
        apps: [['Shrimp Summer Rolls', 'Spring rolls, Seafood, Low sodium']],
        coffee: [
          ['Egg Coffee, Hanoi Style', '', 'A cloud sitting on an engine.'],
          ['Coconut Coffee Slush', ''],
        ],
      },
    },
    {
      name: 'Larchmont Bread & Bottle',
      area: 'Larchmont',
      address: '141 N Larchmont Blvd, Los Angeles, CA 90004',
      at: [34.0735, -118.3236],
      price: 2,
      hours: 'cafe',
      menu: {
        handheld: [
          [
            'Mortadella on Focaccia',
            'Sandwich',
            'Thin as silk, folded like laundry that I would actually fold.',
          ],
          ['Roast Broccoli Melt', 'Grilled cheese, Vegetarian'],
        ],
        wine: [['Corner-Shop Gamay', '']],
        dessert: [['Kouign-Amann', 'Pastry', 'Butter with a crust. They say there’s flour in it.']],
        coffee: [
          ['Cortado', ''],
          ['Lavender Honey Latte', ''],
        ],
      },
    },
    {
      name: 'The Gilded Parrot',
      area: 'Hollywood',
      address: '1642 N Las Palmas Ave, Los Angeles, CA 90028',
      at: [34.1003, -118.3364],
      price: 3,
      hours: 'bar',
      menu: {
        'mixed-drinks': [
          ['Zombie, Limit Two', '', 'There is a limit for a reason. The reason is my cousin Andy.'],
          ['Jet Pilot', ''],
          [
            'Painkiller in a Skull',
            '',
            'Fresh nutmeg, real bar, fake thunderstorm at nine. The frog noises are free.',
          ],
        ],
        apps: [['Crab Rangoon', 'Fried, Cheese, Seafood']],
        'other-drinks': [
          ['Zero-Proof Mai Tai', '', 'I’m seven months pregnant and felt like a pirate anyway.'],
        ],
      },
    },
    {
      name: 'Sawdust Taproom',
      area: 'Eagle Rock',
      address: '2136 Colorado Blvd, Los Angeles, CA 90041',
      at: [34.1393, -118.2137],
      price: 2,
      hours: 'bar',
      without: ['phone'],
      menu: {
        beer: [
          ['Eagle Rock Pils', '', 'Clear as a window. I looked through it and saw a second one.'],
          ['Guava Gose', ''],
          ['Barrel-Aged Imperial Stout', '', 'Four ounces, one hour, a full biography.'],
        ],
        burgers: [
          ['Taproom Smash with Onion Strings', 'Smash'],
          ['Plant-Based Double', 'Veggie'],
        ],
        sides: [['Garlic Parmesan Curly Fries', 'Fries']],
        apps: [['Pimento Cheese with Saltines', 'Dips, Cheese, Vegetarian']],
      },
    },
    {
      name: 'Vermont Ave Doughnut',
      area: 'Los Feliz',
      address: '1912 N Vermont Ave, Los Angeles, CA 90027',
      at: [34.1068, -118.2916],
      price: 1,
      hours: 'bakery',
      without: ['website', 'hours'],
      menu: {
        dessert: [
          [
            'Buttermilk Old-Fashioned',
            'Doughnuts',
            'Craggy as the hills up the road. Dunk it, lose half, order another.',
          ],
          ['Strawberry-Stuffed Doughnut', 'Doughnuts, Fruit'],
        ],
        breakfast: [
          ['Ham and Cheese Croissant', 'Breakfast sandwich'],
          ['Breakfast Banh Mi with Fried Egg', 'Breakfast sandwich, Eggs'],
        ],
        'fast-food': [['Glazed Dozen, Pink Box', 'Doughnut']],
        coffee: [['Doughnut-Shop Coffee', '']],
      },
    },
    {
      name: 'Huntington Fire Birria',
      area: 'Huntington Park',
      address: '6514 Pacific Blvd, Huntington Park, CA 90255',
      at: [33.9797, -118.2251],
      price: 1,
      hours: 'lunch',
      without: ['price'],
      menu: {
        handheld: [
          ['Quesabirria with Consomé', 'Taco', 'Dip. Drip. Repeat. Wear black.'],
          ['Birria Torta Ahogada', 'Sandwich'],
        ],
        entree: [
          [
            'Birria de Chivo by the Pound',
            'Mexican',
            'Sunday at nine in the morning, with the whole parish in the queue.',
          ],
        ],
        pizza: [
          [
            'Birria Pizza, Sixteen Inch',
            '',
            'Half my family thinks it’s a sin. The other half has asked for a second one.',
          ],
        ],
      },
    },
  ],
}
