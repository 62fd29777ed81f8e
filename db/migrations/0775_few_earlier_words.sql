-- Of a message that was changed often the first versions and the latest are kept: what a moderator needs of it.
update thread_messages set earlier = earlier[1 : 3] || earlier[cardinality(earlier) - 6 : cardinality(earlier)]
 where cardinality(earlier) > 10;
alter table thread_messages add constraint thread_messages_few_earlier check (cardinality(earlier) <= 10);
