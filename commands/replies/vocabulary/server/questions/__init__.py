"""The words of questions and wishes that get an answer in words."""
