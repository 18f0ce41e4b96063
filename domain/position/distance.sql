-- Great-circle miles on a sphere of 3958.7613 mi (rules: distance).
create or replace function miles_between(a_latitude float8, a_longitude float8, b_latitude float8, b_longitude float8)
  returns float8 language sql immutable parallel safe
  return 2 * 3958.7613 * asin(least(1, sqrt(
    power(sin(radians(b_latitude - a_latitude) / 2), 2)
    + cos(radians(a_latitude)) * cos(radians(b_latitude)) * power(sin(radians(b_longitude - a_longitude) / 2), 2))));
