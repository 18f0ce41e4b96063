-- What a restaurant's sources say that it serves and is, in their words ('burger', 'coffee_shop', 'pub'); null where
-- none says anything. From it follows what a restaurant without dishes likely serves (rules: likely restaurants).
alter table restaurants add column cuisines text[];
