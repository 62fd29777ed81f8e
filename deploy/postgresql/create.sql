create role planet_crew login password 'CHANGE-ME-3';
create database planet_crew owner planet_crew;
