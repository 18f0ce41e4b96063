-- What a restaurant's sources say that it serves and is, in their words ('burger', 'coffee_shop', 'pub'); null if none
-- says anything. It tells what a restaurant without dishes is likely to serve (rules: likely restaurants).
alter table restaurants add column cuisines text[];
