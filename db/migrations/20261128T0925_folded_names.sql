-- People find each other however a name is typed: accents, case, apostrophes and normal form make no difference, so
-- "eloise" finds Éloïse and "oneill" finds O’Neill. Both sides go through one function, and its indexes serve names that
-- begin so and names that hold these letters. Building them takes about 15 seconds for a million players, in which
-- profiles can be read and not saved.
-- Older nodes go on: they find names without an index until they are replaced.

-- Latin letters without a decomposition, and capitals that a database with the C locale does not lower itself.
create function search_key(name text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(name) = length(name) then lower(translate(name, '''`', ''))
    else replace(replace(replace(replace(
      translate(
        lower(regexp_replace(
          normalize(translate(name, '''`’‘‛′´ʹʻʼʽʾʿˈ՚＇', ''), NFKD),
          '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
          '', 'g')),
        'ØøŁłĐđÐðĦħŦŧıĸŊŋƏəẞÆŒÞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ',
        'oollddddhhttiknnəəßæœþαβγδεζηθικλμνξοπρσστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
$$;

-- What was typed as the pattern of names that begin so.
create function search_prefix(typed text) returns text language sql immutable parallel safe as $$
  select regexp_replace(public.search_key(typed), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- Every two letters in a row. A name that holds a text holds its pairs.
create function search_pairs(name text) returns text[] language plpgsql immutable parallel safe as $$
declare
  key text := public.search_key(name);
  pairs text[] := '{}';
begin
  for at in 1 .. length(key) - 1 loop
    pairs := pairs || substr(key, at, 2);
  end loop;
  return pairs;
end $$;

drop index protocol_profiles_name;
create index protocol_profiles_search_key on protocol_profiles (search_key(display_name) text_pattern_ops);
create index protocol_profiles_search_pairs on protocol_profiles using gin (search_pairs(display_name));
