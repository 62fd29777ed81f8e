-- The directory is read by rating as well, and for the rare language as quickly as for the common one. Names have their
-- index already; mode, level and the least rating are common enough to be filtered on the way.
create index protocol_profiles_rating
  on protocol_profiles ((coalesce(overall_rating, 0)) desc, created_at desc, id desc) where published;
create index protocol_profiles_languages on protocol_profiles using gin (languages) where published;
